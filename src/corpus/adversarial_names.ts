/**
 * Skill names that are also directories, routes and everyday words. A reader of prompts must give the
 * same answer when all of them are installed.
 */

/** Bare and qualified names, without a slash. */
export const ADVERSARIAL_NAMES: readonly string[] = [
  ..."review test api src usr tmp home plan commit docs etc var bin opt lib dev mail search".split(
    " ",
  ),
  ..."help users login s d x c e design fix build run path route status image 2 24".split(" "),
  "plan-adhoc",
  "code-review",
  "plan_tdd",
  "superpowers:brainstorming",
];

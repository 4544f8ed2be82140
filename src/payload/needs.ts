/** What a subagent's answer says it was missing, in plain forms and not in code; and the call that brings it. */
import { shellQuote } from "../base/fitted_text.ts";
import { codeRanges, inside } from "../base/markdown_ranges.ts";
import { nearestWord } from "../base/nearest.ts";
import { attempt, type Host } from "../host/host.ts";
import { attachFiles, realRoots } from "./include.ts";
import { findBundle, type SkillPlaces } from "./pick_skills.ts";
import { findTokens, type TokenName } from "./tokens.ts";

export type Needs = ReturnType<typeof readNeeds>;

/** `need skill: X`, several with commas, at the beginning of a line or behind marks of a list. */
const REQUEST_REGEXP = /^((?:[^\S\n]|[>*_#`-]){0,20})need skills?[*_`]{0,3}:[*_`]{0,3}([^\n]*)/gim;
const NAME_REGEXP =
  /^[\s`"'*_/]{0,10}([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?(?::[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)?)/;
const EXIT_CODE_REGEXP =
  /(?:exit[ _]?code|exit status)["'`*]{0,3}\s{0,3}[:=]?\s{0,3}["'`*]{0,3}([0-9]{1,3})(?![0-9])/gi;

/** What to add on the next start, in order, each once; and the exit code that the answer reports. */
export function readNeeds(text: string) {
  const isCode = inside(codeRanges(text));
  const skills = new Set<string>();
  for (const { index, 1: lead = "", 2: list = "" } of text.matchAll(REQUEST_REGEXP)) {
    // The whole line is a code span around the request, as models like to write it.
    const isMarked = lead.endsWith("`") && !lead.endsWith("``");
    if (isCode(index) && !isMarked) continue;
    for (const part of list.split(",")) {
      const name = NAME_REGEXP.exec(part)?.[1];
      if (name === undefined) break;
      skills.add(name);
    }
  }
  // Models like to write a path as code; a code fence shows one.
  const plain = text.replaceAll(/(?<!`)`{1,2}(?!`)/g, " ");
  const tokens = (...kinds: TokenName[]) => [
    ...new Set(findTokens(plain, kinds).map(({ name }) => name)),
  ];
  const said = [...text.matchAll(EXIT_CODE_REGEXP)].at(-1)?.[1];
  return {
    skills: [...skills],
    // Those that were not resolved, without `@`.
    references: tokens("file", "glob"),
    values: tokens("variable"),
    exitCode: said === undefined ? undefined : Number(said),
  };
}

export interface EndedSubagent {
  readonly answer: string;
  /** What the Agent tool was called with; empty where that is not known. */
  readonly prompt: string;
  readonly description: string;
  readonly type: string;
}

export type Wish = NonNullable<Awaited<ReturnType<typeof readWish>>>;

/** What it asks for; `absent`, in words: what there is not; `undefined`: it asks for nothing. */
export async function readWish(host: Host, answer: string, places: SkillPlaces) {
  const { skills, references } = readNeeds(answer);
  if (skills.length + references.length === 0) return undefined;
  const wish = { skills: [] as string[], files: [] as string[], absent: [] as string[] };
  for (const name of skills) {
    const isThere = !("problem" in await findBundle(host, name, places));
    const near = nearestWord(name, places.manifest?.byName.keys() ?? []);
    const hint = near === undefined ? "" : ` (did it mean "${near}"?)`;
    if (isThere) wish.skills.push(name);
    else wish.absent.push(`a skill "${name}"${hint}`);
  }
  const roots = realRoots(host, [places.projectDir]);
  for (const name of references) {
    const read = attempt(() => attachFiles(host, [name], roots).attached) ?? [];
    if (read.length > 0) wish.files.push(name);
    else wish.absent.push(`a file "${name}"`);
  }
  return wish;
}

/** Its words, for the line and for telling one wish from another. */
export function wishText({ skills, files, absent }: Wish): string {
  const list = (one: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`the ${names.length === 1 ? one : `${one}s`} ${names.join(", ")}`];
  const missing = absent.map((one) => `${one}, which does not exist here`);
  return [...list("skill", skills), ...list("file", files), ...missing].join(" and ");
}

/** The exact next call, if any; `isByName`: the Agent tool's own prompt may ask for skills by name. */
export function nextCall(
  { skills, files }: Wish,
  { prompt, description, type }: EndedSubagent,
  isByName: boolean,
): string | undefined {
  if (skills.length + files.length === 0) return undefined;
  if (isByName) {
    const lines = Object.entries({ Skills: skills, Include: files })
      .filter(([, names]) => names.length > 0)
      .map(([what, names]) => `${what}: ${names.join(", ")}\n`);
    const fields = { subagent_type: type, description };
    const given = Object.entries(fields).filter(([, value]) => value !== "")
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}, `);
    const text = JSON.stringify(`${lines.join("")}\n<the same prompt>`);
    return `Agent(${given.join("")}prompt: ${text})`;
  }
  const task = /^## Task\n\n\*\*([\w.#-]+)(?:: |\*\*)/m.exec(prompt)?.[1];
  const included = files.map((name) => ` --include ${shellQuote(name)}`).join("");
  if (task !== undefined) {
    const asked = skills.map((name) => `need skill: ${name}\\n`).join("");
    const [piped, needs] = asked === ""
      ? ["", ""]
      : [`printf ${shellQuote(asked)} | `, " --needs -"];
    return `${piped}skillhook agent spawn ${shellQuote(task)}${needs}${included}`;
  }
  // A prompt that is long or not known is not written out in a line.
  const isKnown = prompt !== "" && prompt.length <= 500;
  const given = { title: description, description: isKnown ? prompt : "<the same prompt>", skills };
  return `printf %s ${shellQuote(JSON.stringify(given))} | skillhook agent spawn -${included} ` +
    "--set TASK_ID=T1 --output-format text";
}

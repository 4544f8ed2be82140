/** What a subagent's answer asks for → one line for the agent that started it, with the call that brings it. */
import { shellQuote } from "../base/fitted_text.ts";
import { nearestWord } from "../base/nearest.ts";
import { attempt, type Host } from "../host/host.ts";
import { attachFiles, realRoots } from "./include.ts";
import { readNeeds } from "./needs.ts";
import { findBundle, type SkillPlaces } from "./pick_skills.ts";

/** A subagent that ended. */
export interface EndedSubagent {
  readonly answer: string;
  /** What the Agent tool was called with; empty where that is not known. */
  readonly prompt: string;
  readonly description: string;
  readonly type: string;
}

/** What it asks for: what there is, and what there is not. */
export interface Wish {
  readonly skills: readonly string[];
  readonly files: readonly string[];
  /** As they are named in the line. */
  readonly absent: readonly string[];
}

/** `undefined` for an answer that asks for nothing. */
export async function readWish(
  host: Host,
  answer: string,
  places: SkillPlaces & { readonly projectDir: string },
): Promise<Wish | undefined> {
  const needs = readNeeds(answer);
  if (needs.skills.length + needs.references.length === 0) return undefined;
  const roots = realRoots(host, [places.projectDir]);
  const found = await Promise.all(needs.skills.map(async (name) => {
    const bundle = await findBundle(host, name, places);
    return { name, isThere: !("problem" in bundle) };
  }));
  const files = needs.references.map((name) => {
    const read = attempt(() => attachFiles(host, [name], roots).attached) ?? [];
    return { name, isThere: read.length > 0 };
  });
  const near = (name: string) => {
    const word = nearestWord(name, places.manifest?.byName.keys() ?? []);
    return word === undefined ? "" : ` (did it mean "${word}"?)`;
  };
  const names = (all: readonly { name: string; isThere: boolean }[], isThere: boolean) =>
    all.filter((one) => one.isThere === isThere).map(({ name }) => name);
  return {
    skills: names(found, true),
    files: names(files, true),
    absent: [
      ...names(found, false).map((name) => `a skill "${name}"${near(name)}`),
      ...names(files, false).map((name) => `a file "${name}"`),
    ],
  };
}

/** Its words, for the line and for telling one wish from another. */
export function wishText({ skills, files, absent }: Wish): string {
  const list = (one: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`the ${names.length === 1 ? one : `${one}s`} ${names.join(", ")}`];
  const missing = absent.map((one) => `${one}, which does not exist here`);
  return [...list("skill", skills), ...list("file", files), ...missing].join(" and ");
}

/**
 * The exact next call.
 *
 * @param isByName Whether the Agent tool's own prompt may ask for skills by name.
 * @returns `undefined` when nothing of the wish can be brought.
 */
export function nextCall(
  { skills, files }: Wish,
  { prompt, description, type }: EndedSubagent,
  isByName: boolean,
): string | undefined {
  if (skills.length + files.length === 0) return undefined;
  if (isByName) {
    const lines = [
      ...(skills.length === 0 ? [] : [`Skills: ${skills.join(", ")}`]),
      ...(files.length === 0 ? [] : [`Include: ${files.join(", ")}`]),
    ];
    const text = JSON.stringify(`${lines.join("\n")}\n\n<the same prompt>`);
    const kind = type === "" ? "" : `subagent_type: ${JSON.stringify(type)}, `;
    const what = description === "" ? "" : `description: ${JSON.stringify(description)}, `;
    return `Agent(${kind}${what}prompt: ${text})`;
  }
  const task = /^## Task\n\n\*\*([\w.#-]+)(?:: |\*\*)/m.exec(prompt)?.[1];
  const included = files.map((name) => ` --include ${shellQuote(name)}`).join("");
  if (task !== undefined) {
    const asked = skills.map((name) => `need skill: ${name}\\n`).join("");
    const piped = asked === "" ? "" : `printf ${shellQuote(asked)} | `;
    const needs = asked === "" ? "" : " --needs -";
    return `${piped}skillhook agent spawn ${shellQuote(task)}${needs}${included}`;
  }
  // A prompt that is long or not known is not written out in a line.
  const isKnown = prompt !== "" && prompt.length <= 500;
  const given = { title: description, description: isKnown ? prompt : "<the same prompt>", skills };
  return `printf %s ${shellQuote(JSON.stringify(given))} | skillhook agent spawn -${included} ` +
    "--set TASK_ID=T1 --output-format text";
}

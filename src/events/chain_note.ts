/** For `explain` and the log: which line of which skill made a prompt a chain. Never loaded otherwise. */
import { slashText } from "../continuation/chain.ts";
import { exitSteps, type Registry } from "../catalog/registry.ts";
import type { ParsedChain } from "../continuation/parse.ts";
import type { Note } from "../host/host.ts";
import type { LoadRecord } from "../catalog/load.ts";

export function noteChain(
  note: Note,
  prompt: string,
  parsed: ParsedChain | null,
  registry: Registry,
  { cache, reason, skills }: LoadRecord,
): void {
  const why = reason === "" ? "" : `, ${reason}`;
  note("registry", `Skills looked up: ${skills}; snapshot: ${cache}${why}`);
  if (parsed === null) {
    const [first = ""] = prompt.slice(0, 200).split(/\s/, 1);
    note("chain", `"${first}" is no cooperative skill`);
    return;
  }
  const { current, continuation, mode, mentions = [], unknown = [] } = parsed;
  const chain = [current, ...continuation];
  note("chain", `${mode}: ${chain.map(slashText).join(", ")}`);
  for (const { name, why } of mentions) note("chain", `/${name} is no step: it ${why}`);
  for (const { name } of unknown) {
    note("chain", `/${name} takes no part: it stays in the arguments`);
  }
  let isExitKnown = false;
  chain.forEach(({ skill, args }, index) => {
    const entry = registry.get(skill);
    if (entry === undefined) {
      return note("chain", `/${skill} is named by a default exit and not registered`);
    }
    const { path, source } = entry;
    const at = (word: string) => path === "" ? undefined : { path, word };
    note("chain", `/${skill}: ${source}`, at("continuation"));
    const rest = chain.slice(index + 1).map(slashText).join(", ");
    const exit = exitSteps(entry, args, registry).map(({ entry, name, args }) =>
      slashText({ skill: entry?.invoke ?? name, args })
    ).join(", ");
    if (isExitKnown || rest === "" || rest !== exit) return;
    isExitKnown = true;
    note("chain", `/${skill} ends the typed chain: its default exit follows`, at("default-exit"));
  });
}

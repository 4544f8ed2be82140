/** What becomes of what a hook prints: rules for those that print the same each time, and for those that were tried. */
import { counted, oneLine } from "../base/fitted_text.ts";
import { groupBy } from "../base/group_by.ts";
import { checkAnswer } from "../hooks/check_answer.ts";
import { conclude } from "../hooks/conclude.ts";
import { BEHAVIORS, type Effect, mergeEffects } from "../hooks/effect.ts";
import { type Handler, handlerName, wholeActionText } from "../hooks/handler.ts";
import { readHandler } from "../hooks/read_hooks.ts";
import { endingText, type HandlerRun, readOutput } from "../hooks/run.ts";
import { AGENT_CAP } from "../protocol/decision.ts";
import { type HookEvent, hookEvent } from "../protocol/hook_events.ts";
import { codeOf, literalRun } from "./command_words.ts";
import { type HookRule, type HookSite, type Judged, rulesOf } from "./hook_files.ts";

/** What a run decides, as far as the agent heeds it. */
export function effectOf(handler: Handler, run: HandlerRun, deadlineMs = Infinity): Effect {
  const row = hookEvent(handler.event)!;
  const { event, action } = handler;
  // What the time in the background would change is no question of the output.
  const waited = action.type === "command" ? { ...action, isAsync: false, rewakes: false } : action;
  const terms = { event, row, word: undefined, deadlineMs };
  return conclude({ ...terms, handler: { ...handler, action: waited }, run });
}

/** What the agent does not make of it what was meant. */
export function outputFlaws(handler: Handler, run: HandlerRun, deadlineMs = Infinity): Judged[] {
  const row = hookEvent(handler.event)!;
  const effect = effectOf(handler, run, deadlineMs);
  const output = readOutput(run.stdout);
  const answer = output.kind === "json" ? checkAnswer(output.fields, handler.event, row) : output;
  const text = output.kind === "text" ? output.text : "";
  const flaws: Judged[] = [];
  const ignored = (reason: string, remedy?: string) =>
    flaws.push({ code: "hook-output-ignored", what: `"${oneLine(text, 60)}"`, reason, remedy });
  if ("flaw" in answer) flaws.push({ code: "hook-output-invalid", what: answer.flaw });
  else if (effect.failure !== undefined) {
    const said = [endingText(run, deadlineMs), oneLine(run.stderr.trim() || text)];
    flaws.push({ code: "hook-fails", what: said.filter((part) => part !== "").join(": ") });
  } else if (output.kind === "text" && row.text === "none" && run.code === 0) {
    ignored("the agent reads no plain text on this event, and keeps it for its debug log");
  } else if (output.kind === "text" && run.code === 2 && run.stderr.trim() === "") {
    const reason = "with exit code 2 the agent takes the reason from standard error alone";
    ignored(reason, "Print it there: `echo … >&2`");
  } else for (const what of effect.notes ?? []) flaws.push({ code: "hook-output-ignored", what });
  const { context = "", systemMessage = "", reason = "", stop = "" } = effect;
  const long = [context, systemMessage, reason, stop].find((text) => text.length > AGENT_CAP);
  if (long) flaws.push({ code: "hook-output-long", what: counted(long.length, "character") });
  return flaws;
}

/** A handler as the site has it; `undefined` where it cannot run, or stands in a flat list, whose output is another matter. */
function handlerOf({ event, item, group, key, file: { place } }: HookSite): Handler | undefined {
  const read = item === group ? undefined : readHandler(item, () => {});
  if (read?.action.type !== "command") return undefined;
  const { path, scope, plugin } = place;
  const origin = { path, scope, key, plugin };
  return { ...read, event, shape: "agent", origin, matcher: undefined, isUntrusted: false };
}

const TEXTS = {
  "hook-output-invalid": {
    reason: "the agent drops the whole answer, and goes on as if there were none",
    remedy: "Print one JSON object that the event has a place for (docs/hook-runner.md)",
  },
  "hook-output-ignored": {
    reason: "the agent leaves it aside",
    remedy: "Print what the event has a place for (docs/hook-runner.md)",
  },
  "hook-output-long": {
    reason:
      "the agent hands on 10,000 characters of a text at most: of a longer one the model gets the first 2,000",
    remedy: "Print less, or the name of a file with the rest",
  },
  "hook-fails": {
    reason: "the agent takes that for a failure of the hook, and goes on",
    remedy: "Leave with 0; or with 2, where it shall refuse",
  },
};

export const OUTPUT_RULES: readonly HookRule[] = rulesOf({
  judge(site) {
    const run = literalRun(site);
    const handler = run && handlerOf(site);
    return handler && outputFlaws(handler, run);
  },
}, TEXTS);

/** The rule's words for a flaw of a hook that was tried. */
export function textsOf({ code, ...own }: Judged) {
  const usual = TEXTS[code as keyof typeof TEXTS];
  return { reason: own.reason ?? usual.reason, remedy: own.remedy ?? usual.remedy };
}

/** Why hooks of the same event cannot all be heard: the one that loses, and what to say of it. */
export function differences<T extends { readonly name: string; readonly effect: Effect }>(
  answers: readonly T[],
  row: HookEvent,
) {
  const deciding = answers.filter(({ effect: { behavior, failure } }) => behavior && !failure);
  const [strongest] = BEHAVIORS.flatMap((word) =>
    deciding.find(({ effect }) => effect.behavior === word) ?? []
  );
  const other = strongest?.effect.behavior;
  const said = `where ${strongest?.name} answers "${other}": the agent takes "${other}"`;
  const weaker = deciding.filter(({ effect }) => effect.behavior !== other)
    .map((answer) => ({ answer, what: `It answers "${answer.effect.behavior}" ${said}` }));
  const items = answers.map((answer) => ({ ...answer, source: answer.name }));
  return weaker.concat(
    mergeEffects(items, row).errors.map((text) => (
      { answer: answers.at(-1)!, what: `${text.split(": keep")[0]}: the last to end wins` }
    )),
  );
}

/** Hooks of several files that the same matcher calls and that answer the same event in different ways, whatever happens. */
export function literalDifferences(sites: readonly HookSite[]) {
  const groups = groupBy(
    sites.filter(({ item }) => item.async !== true),
    ({ event, group, item }) => JSON.stringify([event, group.matcher || "*", item.if ?? null]),
  );
  return [...groups.values()].filter(({ length }) => length > 1).flatMap((group) => {
    const answers = group.flatMap((site) => {
      const handler = handlerOf(site);
      const run = handler && literalRun(site);
      if (handler === undefined || run === undefined && !changesInput(site)) return [];
      // What it will be, only a run can tell; two that write it are one too many.
      const effect = run
        ? effectOf(handler, run)
        : { updates: { updatedInput: wholeActionText(handler.action) } };
      return [{ site, effect, name: handlerName(handler) }];
    });
    return differences(answers, group[0]!.row);
  });
}

function changesInput(site: HookSite): boolean {
  return site.row.fields?.includes("updatedInput") === true &&
    /["']?updatedInput["']?\s*[:=]/.test(codeOf(site));
}

/** Whether a handler is for an event, and why. */
import { asString } from "../base/json_type.ts";
import { lastSegment } from "../base/path.ts";
import type { FiredEvent } from "./fired_event.ts";
import { type Handler, matches } from "./handler.ts";
import { ruleFits } from "./permission_rule.ts";

/** The answer, with its reason in words. */
export interface Match {
  readonly isMatch: boolean;
  readonly why: string;
}

/** What paths look like here. */
export interface MatchMachine {
  readonly home: string | undefined;
  readonly platform: string;
}

/**
 * Matches.
 *
 * @returns Whether it should run, trust and session aside.
 */
export function matchHandler(
  { matcher, condition }: Handler,
  event: FiredEvent,
  machine: MatchMachine,
): Match {
  const { row, fields } = event;
  if (matcher !== undefined) {
    const subject = matchSubject(event, machine.platform);
    if (subject === undefined) {
      return no(`matcher "${matcher.text}": the event has no "${row.matchOn}"`);
    }
    if (!matches(matcher, subject)) return no(`matcher "${matcher.text}" is not for "${subject}"`);
  }
  if (condition !== undefined) {
    if (row.tool !== true) return no(`"if" counts only on events with a tool`);
    const tool = asString(fields.tool_name) ?? "";
    const places = { projectDir: event.projectDir, cwd: event.cwd, home: machine.home };
    if (!ruleFits(condition, tool, fields.tool_input, places)) {
      return no(`if "${condition.text}" is not about this call`);
    }
  }
  return { isMatch: true, why: reason(matcher?.text, condition?.text) };
}

/** What matchers look at; `undefined` when the event has nothing of the kind. */
export function matchSubject(
  { name, row, fields }: FiredEvent,
  platform: string,
): string | undefined {
  if (row.matchOn === undefined) return undefined;
  const subject = asString(fields[row.matchOn]);
  return name === "FileChanged" && subject !== undefined ? lastSegment(subject, platform) : subject;
}

function no(why: string): Match {
  return { isMatch: false, why };
}

function reason(matcher: string | undefined, condition: string | undefined): string {
  if (matcher === undefined && condition === undefined) return "always";
  const parts = [
    ...matcher === undefined ? [] : [`matcher "${matcher}"`],
    ...condition === undefined ? [] : [`if "${condition}"`],
  ];
  return parts.join(", ");
}

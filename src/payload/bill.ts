/** The bill of materials: what a payload is made of, what each part costs, and why it is in, cut or left out. */
import { maskSecrets } from "../base/mask_secrets.ts";
import { type Estimate, estimateTokens, utf8Length } from "../budget/estimate.ts";
import type { Payload } from "./build_payload.ts";
import { looksSecret } from "./environment_values.ts";
import type { FittedSkill } from "./fit_payload.ts";
import type { PickedSkill } from "./pick_skills.ts";
import type { LeftToken } from "./resolution.ts";
import type { Depth } from "./skill_section.ts";

/** What became of a part. */
export type PartState = "whole" | "first lines" | "cut" | "description only" | "left out";

/** One part. */
export interface BillPart {
  readonly kind: "protocol" | "skill" | "reference" | "include" | "task" | "output";
  readonly name: string;
  /** The file it comes from; empty for what is made. */
  readonly path: string;
  readonly bytes: number;
  /** Of an include: counted in the part that asked for it. */
  readonly tokens: number;
  readonly state: PartState;
  readonly why: string;
}

/** The bill. */
export interface Bill {
  readonly parts: readonly BillPart[];
  readonly tokens: number;
  readonly limit: number;
  readonly strategy: string;
  readonly because: string;
  /** As they stand in the texts, each once. */
  readonly unresolved: readonly string[];
  /** What would run. */
  readonly commands: readonly string[];
  /** Values by name; what looks like a secret is masked. */
  readonly values: Readonly<Record<string, string>>;
}

/** What a bill is made from. */
export interface BillRequest {
  readonly payload: Payload;
  readonly skills: readonly PickedSkill[];
  readonly preloaded: readonly string[];
  readonly protocolPath: string | undefined;
  readonly values: ReadonlyMap<string, string>;
  readonly limit: number;
  readonly estimate: Estimate;
  readonly home: string | undefined;
}

const MAX_VALUE = 80;

export function makeBill(request: BillRequest): Bill {
  const { payload, skills, preloaded, protocolPath, values, limit, estimate, home } = request;
  const { fitted } = payload;
  function part(
    kind: BillPart["kind"],
    name: string,
    path: string,
    text: string,
    state: PartState,
    why: string,
  ): BillPart {
    return {
      kind,
      name,
      path,
      bytes: utf8Length(text),
      tokens: estimateTokens(text, estimate),
      state,
      why,
    };
  }
  const protocol = part(
    "protocol",
    "protocol",
    protocolPath ?? "",
    payload.protocol.text,
    "whole",
    "never cut",
  );
  const parts = skills.flatMap((skill, index) => skillParts(skill, fitted.skills[index]!, index));
  const out = preloaded.map((name) =>
    part("skill", name, "", "", "left out", "the agent's definition preloads it")
  );
  const left = [payload.protocol, ...fitted.skills.map(({ section }) => section)];
  return {
    parts: [
      protocol,
      ...payload.protocol.included.map((one) =>
        part("include", one.by, one.path, one.text, "whole", "in the protocol")
      ),
      ...parts,
      ...out,
      part("task", "task", "", payload.task, "whole", "never cut"),
      part("output", "output requirements", "", payload.output, "whole", "never cut"),
    ],
    tokens: fitted.tokens,
    limit,
    strategy: payload.strategy,
    because: payload.because,
    unresolved: unresolved(left.flatMap((one) => one.left)),
    commands: fitted.skills.flatMap(({ section }) => section.commands),
    values: Object.fromEntries(
      [...values].filter(([, value]) => value !== "").sort().map((
        [name, value],
      ) => [name, shownValue(name, value, home)]),
    ),
  };

  function skillParts(
    { bundle, because }: PickedSkill,
    fit: FittedSkill,
    index: number,
  ): BillPart[] {
    const { section, depth } = fit;
    const own = `${section.frame.before}${section.body}`;
    const role = index === 0 ? "primary" : "supporting";
    const why = `${because}; ${role}${lowered(depth, payload.strategy)}${cutNote(fit)}`;
    const isIn = new Map(section.references.map((one) => [one.path, one.text]));
    const references = payload.strategy === "comprehensive" ? bundle.references : [];
    return [
      part("skill", bundle.name, bundle.path, own, stateOf(fit), why),
      ...references.map(({ name, path }) => {
        const text = isIn.get(path);
        return text === undefined
          ? part("reference", name, path, "", "left out", "to stay within the budget")
          : part("reference", name, path, text, "whole", "strategy comprehensive");
      }),
      ...section.included.map((one) =>
        part("include", one.by, one.path, one.text, "whole", `in ${bundle.name}`)
      ),
    ];
  }
}

function stateOf({ depth, cutOut, section }: FittedSkill): PartState {
  if (depth === "metadata") return "description only";
  if (cutOut !== undefined) return "cut";
  return depth === "minimal" && section.frame.behind !== "" ? "first lines" : "whole";
}

function lowered(depth: Depth, strategy: string): string {
  return depth === strategy ? "" : `; lowered from ${strategy} to ${depth}`;
}

function cutNote({ cutOut }: FittedSkill): string {
  if (cutOut === undefined) return "";
  const names = cutOut.map((title) => JSON.stringify(title.slice(0, 40))).join(", ");
  return `; sections left out: ${names}`;
}

function unresolved(left: readonly LeftToken[]): string[] {
  return [...new Set(left.map(({ raw }) => raw))].sort();
}

function shownValue(name: string, value: string, home: string | undefined): string {
  if (looksSecret(name)) return "***";
  const line = maskSecrets(value, home).split("\n").join("\\n");
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE)}…` : line;
}

export function formatBill(bill: Bill): string {
  const head = ["PART", "STATE", "BYTES", "TOKENS", "SOURCE", "WHY"];
  const rows = bill.parts.map((part) => [
    `${part.kind === "include" || part.kind === "reference" ? "  " : ""}${part.name}`,
    part.state,
    String(part.bytes),
    String(part.tokens),
    part.path === "" ? "-" : part.path,
    part.why,
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]!.length))
  );
  const lines = [head, ...rows].map((row) =>
    row.map((cell, column) =>
      isNumber(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)
    )
      .join("  ").trimEnd()
  );
  lines.push("", `Total: ${bill.tokens} of ${bill.limit} tokens`);
  lines.push(`Strategy: ${bill.strategy} (${bill.because})`);
  if (bill.commands.length > 0) lines.push(`Commands: ${bill.commands.join(", ")}`);
  if (bill.unresolved.length > 0) lines.push(`Unresolved: ${bill.unresolved.join(", ")}`);
  const values = Object.entries(bill.values).map(([name, value]) => `  ${name}=${value}`);
  return [...lines, "Values:", ...values].join("\n");
}

function isNumber(column: number): boolean {
  return column === 2 || column === 3;
}

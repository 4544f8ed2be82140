/** The bill of materials: what a payload is made of, what each part costs, and why it is in, cut or left out. */
import { byteLength, columns, counted } from "../base/fitted_text.ts";
import { maskSecrets } from "../base/mask_secrets.ts";
import { estimateTokens } from "../budget/estimate.ts";
import type { Payload } from "./build_payload.ts";
import { looksSecret } from "./given_values.ts";
import type { PickedSkill } from "./pick_skills.ts";
import type { Resolution } from "./resolve_text.ts";

const MAX_VALUE = 80;

/** `preloaded` skills are brought by the agent's definition; the user's `home` and secrets are not shown in values. */
export function makeBill(payload: Payload, preloaded: readonly string[], home: string | undefined) {
  const { fitted, protocol, strategy, because, request } = payload;
  const { values, limit, skillLimit, isDry } = request;
  const texts = [protocol, ...fitted.skills.map(({ section }) => section)];
  const commands = texts.flatMap(({ commands }) => commands);
  const shownValues = [...values].filter(([, value]) => value !== "").sort()
    .map(([name, value]) => [name, shownValue(name, value, home)] as const);
  const isFull = isDry && fitted.isShort && commands.length > 0;
  return {
    parts: [
      part("protocol", "protocol", request.protocol?.path ?? "", protocol.text, "never cut"),
      ...includes(protocol, "in the protocol"),
      ...request.skills.flatMap(skillParts),
      ...preloaded.map((name) =>
        part("skill", name, "", "", "the agent's definition preloads it", "left out")
      ),
      ...request.attached.map(({ path, text }) =>
        part("reference", path, path, text, "asked for; never cut")
      ),
      part("task", "task", "", payload.task, "never cut"),
      part("output", "output requirements", "", payload.output, "never cut"),
    ],
    // Where the most that commands may print made skills shorter, real output leaves them more room.
    tokens: isFull ? fitted.max : fitted.tokens,
    limit,
    skills: { tokens: fitted.skillTokens, limit: skillLimit },
    strategy,
    because,
    unresolved: [...new Set(texts.flatMap(({ left }) => left.map(({ raw }) => raw)))].sort(),
    commands,
    values: Object.fromEntries(shownValues),
  };

  function part(
    kind: "protocol" | "skill" | "reference" | "include" | "task" | "output",
    name: string,
    path: string,
    text: string,
    why: string,
    state: "whole" | "first lines" | "cut" | "description only" | "left out" = "whole",
  ) {
    const tokens = estimateTokens(text, request.estimate);
    return { kind, name, path, bytes: byteLength(text), tokens, state, why };
  }

  function includes({ included }: Resolution, why: string) {
    return included.map(({ by, path, text }) => part("include", by, path, text, why));
  }

  function skillParts({ bundle, because }: PickedSkill, index: number) {
    const fit = fitted.skills[index]!;
    const { section, extras, cut, body } = fit;
    const own = body === undefined ? fit.text : `${section.head}${body}`;
    const whole = section.note === "" ? "whole" : "first lines";
    const state = body === undefined ? "description only" : body === section.body ? whole : "cut";
    const reasons = [because, index === 0 ? "primary" : "supporting"];
    if (fit.strategy !== strategy) reasons.push(`lowered from ${strategy} to ${fit.strategy}`);
    if (cut !== undefined) reasons.push(cut);
    const isIn = new Map(extras.map((one) => [one.path, one.text]));
    const wanted = new Map(section.extras.map((one) => [one.path, one.text]));
    const references = strategy === "comprehensive" ? bundle.references : [];
    return [
      part("skill", bundle.name, bundle.path, own, reasons.join("; "), state),
      ...references.map(({ name, path }) => {
        const text = isIn.get(path) ?? "";
        const state = text === "" ? "left out" : text === wanted.get(path) ? "whole" : "cut";
        const why = state === "whole" ? "strategy comprehensive" : "to stay within the budget";
        return part("reference", name, path, text, why, state);
      }),
      ...includes(section, `in ${bundle.name}`),
    ];
  }
}

function shownValue(name: string, value: string, home: string | undefined): string {
  if (looksSecret(name)) return "***";
  const line = maskSecrets(value, home).split("\n").join("\\n");
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE)}…` : line;
}

export function formatBill(bill: ReturnType<typeof makeBill>): string {
  const { parts, commands, unresolved, skills } = bill;
  const [bytes, tokens] = (["bytes", "tokens"] as const).map((kind) => {
    const cells = [kind.toUpperCase(), ...parts.map((part) => String(part[kind]))];
    const width = Math.max(...cells.map(({ length }) => length));
    return cells.map((cell) => cell.padStart(width));
  });
  const rows = parts.map(({ kind, name, path, state, why }, index) => {
    const indent = kind === "include" || kind === "reference" ? "  " : "";
    return [`${indent}${name}`, state, bytes![index + 1]!, tokens![index + 1]!, path || "-", why];
  });
  return [
    columns([["PART", "STATE", bytes![0]!, tokens![0]!, "SOURCE", "WHY"], ...rows]),
    "",
    `Total: ${bill.tokens} of ${counted(bill.limit, "token")}`,
    `Skills: ${skills.tokens} of ${counted(skills.limit ?? bill.limit, "token")}`,
    `Strategy: ${bill.strategy} (${bill.because})`,
    ...commands.length === 0 ? [] : [`Commands: ${commands.join(", ")}`],
    ...unresolved.length === 0 ? [] : [`Unresolved: ${unresolved.join(", ")}`],
    "Values:",
    ...Object.entries(bill.values).map(([name, value]) => `  ${name}=${value}`),
  ].join("\n");
}

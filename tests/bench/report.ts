/** The figures as text, as Markdown and as data. */
import { isTold, MAX_MARGIN, type Timing } from "./measure.ts";
import { isMet, type Target } from "./targets.ts";

/** Everything one engine's run found. */
export interface Report {
  readonly engine: string;
  readonly timed: readonly Timing[];
  readonly targets: readonly Target[];
  /** Megabytes by case; empty where they cannot be had. */
  readonly memory: Readonly<Record<string, number>>;
}

type Row = readonly string[];

/** Titled tables; every table's first row is its head. */
export function tables({ engine, timed, targets, memory }: Report): [title: string, rows: Row[]][] {
  return [
    [`Whole processes, built with ${engine}`, [
      ["case", "median ms", "p95 ms", "÷ empty", "±", "runs"],
      ...timed.map(({ name, ratio, margin, busy, median, p95, runs }) => [
        name,
        median.toFixed(1),
        p95.toFixed(1),
        ratio.toFixed(2),
        `${(margin * 100).toFixed(0)} %${busy ? ", busy" : margin > MAX_MARGIN ? ", unsure" : ""}`,
        String(runs),
      ]),
    ]],
    [`Peak memory, built with ${engine}`, [
      ["case", "MB"],
      ...Object.entries(memory).map(([name, megabytes]) => [name, megabytes.toFixed(0)]),
    ]],
    [`Targets, built with ${engine}`, [
      ["target", "at most", "measured", ""],
      ...targets.map((target) => [
        target.name,
        `${target.limit} ${target.unit}`.trim(),
        target.value === undefined ? "–" : `${target.value.toFixed(2)} ${target.unit}`.trim(),
        verdictOn(target),
      ]),
    ]],
  ];
}

function verdictOn(target: Target): string {
  if (target.value === undefined) return "not run";
  const met = isMet(target);
  return met === undefined ? "cannot tell" : met ? "met" : "missed";
}

/** How many rows tell nothing, and why; empty when the machine was quiet. */
export function untoldNote({ engine, timed, targets }: Report): string {
  const untold = timed.filter((timing) => !isTold(timing));
  if (untold.length === 0) {
    // Only times inside the process have a target of their own and no row.
    if (targets.every(({ margin }) => margin < Infinity)) return "";
    return `Other programs kept the machine busy during times inside the process, ${engine}.\n`;
  }
  const busy = untold.filter((timing) => timing.busy).length;
  const reasons = [
    ...busy > 0 ? [`other programs kept the machine busy during ${busy} of them`] : [],
    ...busy < untold.length ? [`the runs of ${untold.length - busy} differ too much`] : [],
  ];
  return `${untold.length} of ${timed.length} rows, built with ${engine}, tell nothing, however ` +
    `often it was tried: ${reasons.join(", ")}.\n`;
}

/** @param report One engine's figures. @returns Aligned columns for a terminal. */
export function asText(report: Report): string {
  return tables(report).filter(([, rows]) => rows.length > 1).map(([title, rows]) => {
    const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
    const lines = rows.map((row) =>
      row.map((cell, at) => at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))
        .join("  ").trimEnd()
    );
    return `${title}\n${lines.join("\n")}\n`;
  }).concat(untoldNote(report) || []).join("\n");
}

/** @param report One engine's figures. @returns The same as Markdown tables. */
export function asMarkdown(report: Report): string {
  return tables(report).filter(([, rows]) => rows.length > 1).map(([title, rows]) => {
    const [head, ...body] = rows.map((row) => `| ${row.join(" | ")} |`);
    const rule = `| ${rows[0]!.map((_, at) => at === 0 ? "-" : "-:").join(" | ")} |`;
    return `## ${title}\n\n${[head, rule, ...body].join("\n")}\n`;
  }).concat(untoldNote(report) || []).join("\n");
}

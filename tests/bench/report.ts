/** The figures as text, as Markdown and as data. */
import type { Timing } from "./measure.ts";
import type { Target } from "./targets.ts";

/** Everything one engine's run found. */
export interface Report {
  readonly engine: string;
  readonly timed: readonly Timing[];
  readonly targets: readonly Target[];
  /** Megabytes by case; empty where they cannot be had. */
  readonly memory: Readonly<Record<string, number>>;
}

type Row = readonly string[];

/**
 * @param report One engine's figures.
 * @returns Titled tables; every table's first row is its head.
 */
export function tables({ engine, timed, targets, memory }: Report): [title: string, rows: Row[]][] {
  return [
    [`Whole processes, built with ${engine}`, [
      ["case", "median ms", "p95 ms", "÷ empty", "runs"],
      ...timed.map(({ name, ratio, median, p95, runs }) => [
        name,
        median.toFixed(1),
        p95.toFixed(1),
        ratio.toFixed(2),
        String(runs),
      ]),
    ]],
    [`Peak memory, built with ${engine}`, [
      ["case", "MB"],
      ...Object.entries(memory).map(([name, megabytes]) => [name, megabytes.toFixed(0)]),
    ]],
    [`Targets, built with ${engine}`, [
      ["target", "at most", "measured", ""],
      ...targets.map(({ name, limit, value, unit }) => [
        name,
        `${limit} ${unit}`.trim(),
        value === undefined ? "–" : `${value.toFixed(2)} ${unit}`.trim(),
        value === undefined ? "not run" : value <= limit ? "met" : "missed",
      ]),
    ]],
  ];
}

/**
 * @param report One engine's figures.
 * @returns A warning when other programs kept the machine busy: an empty program takes the same time each time.
 */
export function busyNote({ timed }: Report): string {
  const empties = timed.filter(({ name }) => name.startsWith("empty"));
  const spread = Math.max(...empties.map(({ median, p95 }) => p95 / median));
  if (!(spread > 1.6)) return "";
  return `The machine was busy: p95 of an empty program was ${
    spread.toFixed(1)
  } times its median. ` +
    "Run it again before believing a ratio.\n";
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
  }).concat(busyNote(report) || []).join("\n");
}

/** @param report One engine's figures. @returns The same as Markdown tables. */
export function asMarkdown(report: Report): string {
  return tables(report).filter(([, rows]) => rows.length > 1).map(([title, rows]) => {
    const [head, ...body] = rows.map((row) => `| ${row.join(" | ")} |`);
    const rule = `| ${rows[0]!.map((_, at) => at === 0 ? "-" : "-:").join(" | ")} |`;
    return `## ${title}\n\n${[head, rule, ...body].join("\n")}\n`;
  }).concat(busyNote(report) || []).join("\n");
}

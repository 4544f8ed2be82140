/** A report as text for people: tables, then every disagreement. */
import type { Finding, RegistryReport, Report } from "./tier_report.ts";
import { precision, recall, type Tally } from "./tally.ts";

const TALLY_HEAD = [
  "",
  "prompts",
  "expected",
  "found",
  "right",
  "FP",
  "FN",
  "wrong args",
  "precision",
  "recall",
];
/** Lines of one list; the JSON form has them all. */
const MAX_ROWS = 200;

/** Lines with tables; holds at most 80 characters of any prompt. */
export function reportText(report: Report): string {
  const [first] = report.registries;
  if (first === undefined || report.prompts === 0) return `${report.name}: no prompts\n`;
  const read = first.total.prompts > 0;
  const parts = [`${report.name}: ${report.prompts} prompts, ${tiersText(first)}`];
  if (read) {
    parts.push(table([
      TALLY_HEAD,
      ...report.registries.map(({ name, total }) => tallyRow(name, total)),
      ...section("kind", first.byKind),
      ...section("label", first.byLabel),
    ]));
    parts.push(disagreementsText(report.disagreements));
  }
  if (first.unread.prompts > 0) parts.push(unreadText(report));
  return parts.filter((part) => part !== "").join("\n\n") + "\n";
}

function tiersText({ tiers }: RegistryReport): string {
  return `${tiers.chain} chains (single skills included), ${tiers.shortcut} shortcuts, ` +
    `${tiers.directive} directives, silent on ${tiers.none}`;
}

function section(name: string, groups: Readonly<Record<string, Tally>>): string[][] {
  const rows = Object.entries(groups).sort(([a], [b]) => a < b ? -1 : 1);
  return rows.map(([group, tally]) => tallyRow(`${name} ${group.slice(0, 40)}`, tally));
}

function tallyRow(name: string, tally: Tally): string[] {
  const { prompts, expected, detections, correct, falsePositives, falseNegatives } = tally;
  return [
    name,
    ...[prompts, expected, detections, correct, falsePositives, falseNegatives].map(String),
    String(tally.wrongArguments),
    ratio(precision(tally)),
    ratio(recall(tally)),
  ];
}

/** Never rounded up to a perfect score. */
function ratio(value: number | undefined): string {
  if (value === undefined) return "-";
  return (Math.floor(value * 10_000) / 100).toFixed(2) + " %";
}

function disagreementsText(findings: readonly Finding[]): string {
  if (findings.length === 0) return "Disagreements: none, whatever is installed";
  const lines = findings.slice(0, MAX_ROWS).map((finding) =>
    `  ${finding.id}  ${finding.label}  ${finding.wrong.join(", ")} (${
      finding.registries.join("; ")
    })\n` +
    `    expected ${names(finding.expected)}, got ${names(finding.got)}\n    ${finding.excerpt}`
  );
  return [`Disagreements: ${findings.length}`, ...lines, ...more(findings.length)].join("\n");
}

/** Without labels: what was found, for somebody who knows what was meant. */
function unreadText({ registries, detections }: Report): string {
  const [first] = registries;
  const kinds = [...new Set(registries.flatMap(({ unread }) => Object.keys(unread.byKind)))].sort();
  const head = ["without labels", ...registries.map(({ name }) => name)];
  const rows = kinds.map((kind) => [
    `kind ${kind.slice(0, 40)}`,
    ...registries.map(({ unread }) =>
      String(Object.hasOwn(unread.byKind, kind) ? unread.byKind[kind] : 0)
    ),
  ]);
  const total = [
    `all ${first!.unread.prompts}`,
    ...registries.map(({ unread }) => String(unread.detections)),
  ];
  const chains = detections.filter(({ got }) => (got?.length ?? 0) > 1);
  const singles = Map.groupBy(
    detections.filter(({ got, registries }) =>
      got?.length === 1 && registries.includes(first!.name)
    ),
    ({ got }) => names(got),
  );
  const lines = chains.slice(0, MAX_ROWS).map(({ id, kind, got, registries, excerpt }) =>
    `  ${id}  ${kind}  ${names(got)} (${registries.join("; ")})\n    ${excerpt}`
  );
  const counts = [...singles].sort(([, a], [, b]) => b.length - a.length)
    .map(([name, list]) => `${name} ${list.length}`);
  return [
    table([head, total, ...rows]),
    `\nSingle skills: ${counts.length === 0 ? "none" : counts.slice(0, MAX_ROWS).join(", ")}`,
    `Chains: ${chains.length === 0 ? "none" : chains.length}`,
    ...lines,
    ...more(chains.length),
  ].join("\n");
}

function more(length: number): string[] {
  return length <= MAX_ROWS ? [] : [`  … ${length - MAX_ROWS} more: see --json`];
}

/** A bad answer may be long: names are shown, and not too many. */
function names(list: readonly string[] | null | undefined): string {
  if (list === undefined) return "unknown";
  if (list === null || list.length === 0) return "nothing";
  const shown = list.slice(0, 12).map((name) => `/${name.slice(0, 60)}`).join(" ");
  return list.length > 12 ? `${shown} … (${list.length})` : shown;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)
    ).join("  ").trimEnd()
  ).join("\n");
}

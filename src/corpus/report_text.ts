/** A report as text for people: tables, then every disagreement. */
import type { Finding, RegistryReport, Report } from "./report.ts";
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
/** Lines of hits in mid-sentence that nobody has judged. */
const MAX_UNREAD = 10;

/**
 * @param report A report.
 * @returns Lines with tables; holds at most 80 characters of any prompt.
 */
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
  parts.push(midText(report));
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

function midText({ registries }: Report): string {
  const mids = registries.map(({ mid }) => mid);
  if (mids.every(({ rows }) => rows.length === 0)) return "";
  const [{ requests, rows }] = mids as [typeof mids[number]];
  const judged = registries.some(({ mid }) => mid.judged > 0);
  const lines = registries.map(({ name, mid }) =>
    !judged ? `  ${name}: the proposed rule reads something in ${mid.unread} prompts` : (
      `  ${name}: the proposed rule reads ${mid.readable} of ${mid.requests} ` +
      `(last word ${mid.byRule.last}, order ${mid.byRule.order}), ${mid.falsePositives} false positives` +
      (mid.unread === 0 ? "" : `, ${mid.unread} hits in prompts without labels`)
    )
  );
  // Hits nobody has judged are a sample; requests and false positives are all there.
  const shown = [
    ...rows.filter(({ asked }) => asked !== undefined),
    ...rows.filter(({ asked }) => asked === undefined).slice(0, MAX_UNREAD),
  ];
  const list = shown.slice(0, MAX_ROWS).map(({ id, asked, got, excerpt }) =>
    asked === undefined
      ? `  ${id}  read ${names(got)}\n    ${excerpt}`
      : `  ${id}  asked ${names(asked)}, read ${names(got)}`
  );
  return [
    `Requests in mid-sentence, no chains and not counted above${judged ? `: ${requests}` : ""}`,
    ...lines,
    ...list,
    ...more(rows.length, Math.min(shown.length, MAX_ROWS)),
  ].join("\n");
}

function more(length: number, shown = MAX_ROWS): string[] {
  return length <= shown ? [] : [`  … ${length - shown} more: see --json`];
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

/** The difference of two texts as `diff -u` and `patch` write it. */

const CONTEXT = 3;
/** Cells of the comparison's table; beyond it the changed middle is shown as removed and added as a whole. */
const MAX_CELLS = 4_000_000;

type Step = { readonly sign: " " | "-" | "+"; readonly line: string };

/** Ends with a line feed, empty when nothing differs; `names` is what the two are called. */
export function unifiedDiff(
  before: string,
  after: string,
  names: readonly [string, string],
): string {
  if (before === after) return "";
  const steps = compareLines(linesOf(before), linesOf(after));
  const changes = steps.flatMap(({ sign }, index) => sign === " " ? [] : [index]);
  const lines = [`--- ${names[0]}`, `+++ ${names[1]}`];
  for (let index = 0; index < changes.length;) {
    let last = index;
    while (last + 1 < changes.length && changes[last + 1]! - changes[last]! <= 2 * CONTEXT) last++;
    const start = Math.max(0, changes[index]! - CONTEXT);
    lines.push(...hunk(steps, start, Math.min(steps.length, changes[last]! + CONTEXT + 1)));
    index = last + 1;
  }
  return lines.join("\n") + "\n";
}

/** Lines with their ends; the last one may have none. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function hunk(steps: readonly Step[], start: number, end: number): string[] {
  const count = (from: number, to: number, skip: string) =>
    steps.slice(from, to).filter(({ sign }) => sign !== skip).length;
  const range = (skip: string) => {
    const length = count(start, end, skip);
    const first = count(0, start, skip) + (length === 0 ? 0 : 1);
    return length === 1 ? `${first}` : `${first},${length}`;
  };
  const body = steps.slice(start, end).map(({ sign, line }) =>
    line.endsWith("\n") ? sign + line.slice(0, -1) : `${sign}${line}\n\\ No newline at end of file`
  );
  return [`@@ -${range("+")} +${range("-")} @@`, ...body];
}

/** How the one list of lines becomes the other. */
export function compareLines(before: readonly string[], after: readonly string[]): Step[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const same = (line: string): Step => ({ sign: " ", line });
  return [
    ...before.slice(0, head).map(same),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
}

function middle(before: readonly string[], after: readonly string[]): Step[] {
  const removed = before.map((line): Step => ({ sign: "-", line }));
  const added = after.map((line): Step => ({ sign: "+", line }));
  if (before.length * after.length > MAX_CELLS) return [...removed, ...added];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  for (let old = before.length - 1; old >= 0; old--) {
    for (let now = after.length - 1; now >= 0; now--) {
      const here = old * width + now;
      common[here] = before[old] === after[now]
        ? common[here + width + 1]! + 1
        : Math.max(common[here + width]!, common[here + 1]!);
    }
  }
  const steps: Step[] = [];
  let [old, now] = [0, 0];
  while (old < before.length && now < after.length) {
    const here = old * width + now;
    if (before[old] === after[now]) {
      steps.push({ sign: " ", line: before[old]! });
      [old, now] = [old + 1, now + 1];
    } else if (common[here + width]! >= common[here + 1]!) steps.push(removed[old++]!);
    else steps.push(added[now++]!);
  }
  return [...steps, ...removed.slice(old), ...added.slice(now)];
}

/**
 * One plain field of a frontmatter, without the YAML library: loading that costs more than everything
 * else a payload needs from it, which is a version and a line of description.
 */

/**
 * @param parent The mapping it stands in; the top level unless told.
 * @returns Its value on one line, without quotes and comment; folded lines are joined; `undefined` when it is absent or
 * no plain text.
 */
export function plainField(yaml: string, name: string, parent?: string): string | undefined {
  const lines = yaml.split("\n").map((line) => line.endsWith("\r") ? line.slice(0, -1) : line);
  let first = 0;
  if (parent !== undefined) {
    first = lines.findIndex((line) => line.trimEnd() === `${parent}:`) + 1;
    if (first === 0) return undefined;
  }
  for (let index = first; index < lines.length; index++) {
    const line = lines[index]!;
    const isIndented = line.startsWith(" ");
    if (parent !== undefined && !isIndented && line.trim() !== "") return undefined;
    if (isIndented !== (parent !== undefined)) continue;
    const text = line.trimStart();
    if (text.startsWith(`${name}:`)) {
      return valueOf(text.slice(name.length + 1), lines, index, line.length - text.length);
    }
  }
  return undefined;
}

function valueOf(
  written: string,
  lines: readonly string[],
  index: number,
  indent: number,
): string | undefined {
  const first = written.trim();
  const isBlock = /^[|>][-+0-9]*$/.test(first);
  const parts = isBlock ? [] : [first];
  for (let next = index + 1; next < lines.length; next++) {
    const line = lines[next]!;
    const text = line.trim();
    if (text !== "" && line.length - line.trimStart().length <= indent) break;
    if (text !== "") parts.push(text);
  }
  const whole = parts.join(" ");
  if (whole === "" || "[{&*!".includes(whole[0]!)) return undefined;
  return isBlock ? whole : plain(whole);
}

function plain(text: string): string {
  const quote = text[0]!;
  if (quote === '"' || quote === "'") {
    const end = text.lastIndexOf(quote);
    return end > 0 ? text.slice(1, end) : text;
  }
  const comment = text.indexOf(" #");
  return comment < 0 ? text : text.slice(0, comment).trimEnd();
}

/** Links of a Markdown text that name a file beside it. Scanned by hand: the text is a stranger's. */

/** One link. */
export interface LocalLink {
  /** The file, without anchor. */
  readonly target: string;
  /** Where the link stands: UTF-16 units of the text. */
  readonly offset: number;
}

const MAX_TARGET = 300;

/**
 * Finds `[text](target)` outside of code. Only what can be nothing but a file counts: a relative path
 * with an ending, without blanks, place holders and variables.
 *
 * @param text Markdown text.
 * @returns The links in order.
 */
export function localLinks(text: string): LocalLink[] {
  const links: LocalLink[] = [];
  let fence = "";
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(start, end);
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== "") {
      if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length) fence = "";
    } else if (mark !== undefined) fence = mark;
    else collect(line, start, links);
    start = end + 1;
  }
  return links;
}

function collect(line: string, offset: number, links: LocalLink[]): void {
  for (let at = 0; at < line.length; at++) {
    if (line[at] === "`") {
      at = skipSpan(line, at);
      continue;
    }
    if (line[at] !== "]" || line[at + 1] !== "(") continue;
    const end = line.indexOf(")", at + 2);
    if (end < 0) return;
    const target = fileOf(line.slice(at + 2, end));
    if (target !== undefined) links.push({ target, offset: offset + at + 2 });
    at = end;
  }
}

/** Index of the span's last back quote, or of the last of an unmatched run. */
function skipSpan(line: string, start: number): number {
  let length = 1;
  while (line[start + length] === "`") length++;
  const mark = "`".repeat(length);
  let close = line.indexOf(mark, start + length);
  while (close >= 0 && line[close + length] === "`") {
    let after = close;
    while (line[after] === "`") after++;
    close = line.indexOf(mark, after);
  }
  return close < 0 ? start + length - 1 : close + length - 1;
}

function fileOf(written: string): string | undefined {
  const [target = ""] = written.split("#", 1);
  if (target === "" || target.length > MAX_TARGET || /[\s<>{}$*?|"'\\:…]|\.\.\./.test(target)) {
    return undefined;
  }
  const name = target.slice(target.lastIndexOf("/") + 1);
  const isFile = /^[^.].*\.[A-Za-z0-9]{1,8}$/.test(name);
  const isRelative = !target.startsWith("/") && !target.startsWith("@") && !target.startsWith("~");
  return isFile && isRelative ? target : undefined;
}

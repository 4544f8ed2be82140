/** Server-sent events out of pieces of text that are cut anywhere. */

/** @returns A reader: give it pieces, get the data of the events that are whole now. */
export function serverEvents(): (piece: string) => string[] {
  let rest = "";
  let data: string[] = [];
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n/);
    // A carriage return at the end may be the half of a line's end: it stays with the rest.
    rest = lines.pop() ?? "";
    const found: string[] = [];
    for (const line of lines) {
      if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      if (line !== "" || data.length === 0) continue;
      found.push(data.join("\n"));
      data = [];
    }
    return found;
  };
}

/**
 * `${NAME}` of known variables in a command → an expansion the shell does itself, quoted for the place
 * it stands in. The value is never pasted into the command line: whatever it holds (blanks, quotes,
 * `$(…)`), it stays one word of data. Only the quoting around the name is written here, so that a
 * place misjudged costs a blank in a path at worst, never a command.
 */

const REFERENCE_REGEXP =
  /\$\{([A-Za-z_][A-Za-z0-9_]{0,63})\}|\$ARGUMENTS\[([0-9]{1,4})\]|\$([A-Za-z_][A-Za-z0-9_]{0,63}|[0-9](?![0-9]))/y;

/** Where in a shell text we are. */
type Place = "bare" | "double" | "single" | "substitution" | "back quote";

/**
 * Rewrites a command for `sh`.
 *
 * @param isArgument Tells which names without braces are: `ARGUMENTS`, `0`, `1`, … and named arguments.
 * @returns The same command, with known `${NAME}` outside double quotes quoted.
 */
export function quoteVariables(
  command: string,
  isKnown: (name: string) => boolean,
  isArgument: (name: string) => boolean = () => false,
  isEmpty: (name: string) => boolean = () => false,
): string {
  // In a here-document quotes would be text; the shell's own expansion there is data already.
  if (command.includes("<<") || !command.includes("$")) return command;
  const places: Place[] = ["bare"];
  let result = "";
  for (let at = 0; at < command.length;) {
    const place = places.at(-1)!;
    const reference = referenceAt(command, at);
    // In single quotes `$1` is awk's or sed's, far more often than ours.
    const isOurs = reference !== undefined &&
      (reference.hasBraces ? isKnown(reference.name) : isArgument(reference.name)) &&
      (place !== "single" || reference.text.length > 2);
    if (isOurs) {
      const isNoWord = !reference.hasBraces && place !== "single" && isEmpty(reference.name);
      const expansion = `\${${reference.name}}`;
      result += isNoWord ? expansion : quoted(expansion, place);
      at += reference.text.length;
      continue;
    }
    const length = step(command, at, place, places);
    result += command.slice(at, at + length);
    at += length;
  }
  return result;
}

interface Reference {
  /** As written. */
  readonly text: string;
  /** A variable, or the number of an argument. */
  readonly name: string;
  readonly hasBraces: boolean;
}

function referenceAt(command: string, at: number): Reference | undefined {
  if (command[at] !== "$") return undefined;
  REFERENCE_REGEXP.lastIndex = at;
  const match = REFERENCE_REGEXP.exec(command);
  if (match === null) return undefined;
  const [text, braced, index, plain] = match;
  return { text, name: braced ?? index ?? plain!, hasBraces: braced !== undefined };
}

function quoted(reference: string, place: Place): string {
  if (place === "double") return reference;
  return place === "single" ? `'"${reference}"'` : `"${reference}"`;
}

/** Steps over one thing and keeps the places open; returns its length. */
function step(command: string, at: number, place: Place, places: Place[]): number {
  const character = command[at]!;
  if (place === "single") {
    if (character === "'") places.pop();
    return 1;
  }
  if (character === "\\") return 2;
  if (character === '"') {
    if (place === "double") places.pop();
    else places.push("double");
  } else if (character === "`") {
    if (place === "back quote") places.pop();
    else places.push("back quote");
  } else if (character === "$" && command[at + 1] === "(") {
    places.push("substitution");
    return 2;
  } else if (place !== "double") {
    if (character === "'") places.push("single");
    else if (character === "(") places.push("substitution");
    else if (character === ")" && place === "substitution") places.pop();
    else if (character === "#" && startsComment(command, at)) return commentLength(command, at);
  }
  return 1;
}

function startsComment(command: string, at: number): boolean {
  return at === 0 || " \t\n;&|(".includes(command[at - 1]!);
}

function commentLength(command: string, at: number): number {
  const end = command.indexOf("\n", at);
  return (end < 0 ? command.length : end) - at;
}

/** Reads a stream line by line, as it comes; the last line need not end. */
export async function eachLine(
  stream: ReadableStream<Uint8Array>,
  take: (line: string) => void,
): Promise<void> {
  let rest = "";
  const text = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  for await (const chunk of text) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(take);
  }
  if (rest !== "") take(rest);
}

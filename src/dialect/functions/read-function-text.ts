/** A block of a text of functions, as `family` describes it. */
interface FunctionBlock {
  readonly kind: "scalar" | "volatile" | "aggregate" | "window";
  readonly names: readonly { readonly name: string; readonly signature: string }[];
  readonly help: string;
  readonly example: string;
  /** Each signature with its template or the value in its place; a value alone has no signature. */
  readonly lines: readonly { readonly signature: string | null; readonly write: unknown }[];
}

/** Reads a template literal of functions. Texts and numbers among the values are part of the text. */
export function readFunctionText(texts: TemplateStringsArray, values: readonly unknown[]): FunctionBlock[] {
  const source = texts.raw.reduce((text, raw, i) => {
    const value = values[i - 1];
    return `${text}${typeof value === "string" || typeof value === "number" ? value : `\0${i - 1}`}${raw}`;
  });
  const blocks: (FunctionBlock & { lines: FunctionBlock["lines"][number][] })[] = [];
  for (const line of source.split("\n")) {
    if (line === "" || line.startsWith("--")) continue;
    if (line.startsWith("  ")) blocks.at(-1)!.lines.push(readLine(line.slice(2), values));
    else blocks.push({ ...readHead(line), lines: [] });
  }
  return blocks;
}

const KIND = /^(volatile|aggregate|window) /;

function readHead(line: string): Omit<FunctionBlock, "lines"> {
  const kind = KIND.exec(line)?.[1] as FunctionBlock["kind"] | undefined;
  const [call, help, ...example] = line.replace(KIND, "").split(" | ");
  const [names] = /^\w+(?:, \w+)*/.exec(call!) ?? [];
  if (names === undefined || help === undefined || example.length === 0)
    throw new Error(`not a function with help and example: ${line}`);
  return {
    kind: kind ?? "scalar",
    names: names.split(", ").map((name) => ({ name, signature: `${name}${call!.slice(names.length)}` })),
    help,
    example: example.join(" | "),
  };
}

function readLine(line: string, values: readonly unknown[]): FunctionBlock["lines"][number] {
  const valueOf = (text: string): unknown => (text.startsWith("\0") ? values[Number(text.slice(1))] : text);
  if (line.startsWith("\0")) return { signature: null, write: valueOf(line) };
  const end = line.indexOf(" = ");
  if (end < 0) throw new Error(`a signature without SQL: ${line}`);
  return { signature: line.slice(0, end), write: valueOf(line.slice(end + 3)) };
}

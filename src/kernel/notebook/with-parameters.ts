import { joinedText, type Cell, type Notebook } from "./notebook-file.ts";

const TAG = "parameters";
const INJECTED_TAG = "injected-parameters";

/**
 * The notebook with a cell that sets parameters, behind the one tagged `parameters`, whose values stand for those that are not given; without such
 * a cell it comes first. A cell that an earlier run put there goes away. Cells are tagged as papermill tags them.
 *
 * @param parameters - Values as they were typed: what reads as JSON is that value, anything else text.
 * @throws Error for a name that can't be a variable's, or that the cell tagged `parameters` does not mention.
 */
export function withParameters(notebook: Notebook, parameters: ReadonlyMap<string, string>): Notebook {
  if (parameters.size === 0) return notebook;
  const cells = notebook.cells.filter(({ metadata }) => !metadata.tags?.includes(INJECTED_TAG));
  const at = cells.findIndex(({ metadata }) => metadata.tags?.includes(TAG));
  const known = at < 0 ? null : namesIn(joinedText((cells[at] as Cell).source));
  for (const name of parameters.keys()) {
    if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name))
      throw new Error(`the parameter ${JSON.stringify(name)} can't be the name of a variable`);
    if (known === null || known.includes(name)) continue;
    throw new Error(`the notebook has no parameter ${name}; its cell tagged ${TAG} has ${known.join(", ")}`);
  }
  const lines = [...parameters].map(([name, text]) => `let ${name} = ${valueCode(text)};`);
  const injected = {
    cell_type: "code",
    ...(notebook.nbformat_minor >= 5 ? { id: "injected-parameters" } : {}),
    metadata: { tags: [INJECTED_TAG] },
    source: ["// Parameters", ...lines].join("\n"),
    outputs: [],
    execution_count: null,
  };
  return { ...notebook, cells: [...cells.slice(0, at + 1), injected, ...cells.slice(at + 1)] };
}

function namesIn(code: string): string[] {
  return [...code.matchAll(/(?:^|[\s;,])([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?::[^=\n]+)?=(?!=)/gu)].map(
    ([, name = ""]) => name,
  );
}

/** `7`, `true`, `null`, `"text"`, `[1, 2]`; numbers that would be rounded, or have leading zeros, are texts. */
function valueCode(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "number" || String(value) === text) return JSON.stringify(value);
  } catch {
    // Not JSON: a text as it is.
  }
  return JSON.stringify(text);
}

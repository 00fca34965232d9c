import type ts from "typescript";
import { UsageError } from "../../core/errors.ts";
import { readSource } from "../../magics/cell/source/source.ts";
import { edited, type Edit } from "../../magics/cell/source/edited.ts";
import { typescript } from "../../magics/cell/source/typescript.ts";
import { parameterValue } from "../../magics/cell/parameter-value.ts";
import { literalOf } from "../../magics/cell/source/code-text.ts";
import { joinedText, type Notebook } from "./notebook-file.ts";

const TAG = "parameters";
const INJECTED_TAG = "injected-parameters";

/**
 * Adds a cell that sets parameters, after the one tagged `parameters` with their defaults, or else at the top. A cell that an earlier run
 * injected is removed. Tags are papermill's. The cell sets the variables of the tagged one, so that functions there see the values too, and
 * svc-tslab checks their types; a `const` there becomes `let` for that.
 *
 * @param parameters - Values as typed: parsed as JSON if possible, otherwise text.
 * @throws UsageError for a name that is not a valid identifier, or is not in the cell tagged `parameters`.
 */
export function withParameters(notebook: Notebook, parameters: ReadonlyMap<string, string>): Notebook {
  if (parameters.size === 0) return notebook;
  const cells = notebook.cells.filter(({ metadata }) => !metadata.tags?.includes(INJECTED_TAG));
  const at = cells.findIndex(({ metadata }) => metadata.tags?.includes(TAG));
  const tagged = cells[at] && joinedText(cells[at].source);
  const taggedVariables = tagged === undefined ? null : variables(tagged);
  for (const name of parameters.keys()) {
    if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name))
      throw new UsageError(`the parameter ${JSON.stringify(name)} can't be the name of a variable`);
    if (taggedVariables === null || taggedVariables.has(name)) continue;
    const names = [...taggedVariables.keys()].join(", ") || "none";
    throw new UsageError(`the notebook has no parameter ${name}; its cell tagged ${TAG} has ${names}`);
  }
  const lines = [...parameters].map(
    ([name, text]) => `${taggedVariables ? "" : "let "}${name} = ${literalOf(parameterValue(text))};`,
  );
  const injected = {
    cell_type: "code",
    ...(notebook.nbformat_minor >= 5 ? { id: "injected-parameters" } : {}),
    metadata: { tags: [INJECTED_TAG] },
    // An assignment is a value, which a cell's last line would show.
    source: ["// Parameters", ...lines, ...(taggedVariables ? ["void 0;"] : [])].join("\n"),
    outputs: [],
    execution_count: null,
  };
  if (cells[at] && tagged !== undefined) {
    const constants = [...parameters.keys()].flatMap((name) => taggedVariables?.get(name) ?? []);
    cells[at] = { ...cells[at], source: edited(tagged, [...new Set(constants)]) };
  }
  return { ...notebook, cells: [...cells.slice(0, at + 1), injected, ...cells.slice(at + 1)] };
}

/** Variables to which a cell gives values at top level, without destructuring; those of a `const` with the edit that makes it `let`. */
function variables(code: string): Map<string, Edit | null> {
  const is = typescript();
  const names = new Map<string, Edit | null>();
  const addAssigned = (value: ts.Expression): void => {
    if (!is.isBinaryExpression(value)) return;
    const { left, operatorToken, right } = value;
    const isAssigned = operatorToken.kind === is.SyntaxKind.EqualsToken;
    if (isAssigned && is.isIdentifier(left)) names.set(left.text, null);
    else addAssigned(left);
    addAssigned(right);
  };
  for (const statement of readSource(code).statements) {
    if (is.isExpressionStatement(statement)) addAssigned(statement.expression);
    if (!is.isVariableStatement(statement)) continue;
    const start = statement.declarationList.getStart();
    const isConstant = code.startsWith("const", start);
    const edit = isConstant ? { start, end: start + "const".length, text: "let" } : null;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (is.isIdentifier(name) && initializer !== undefined) names.set(name.text, edit);
  }
  return names;
}

import type ts from "typescript";
import { readSource } from "../../magics/cell/source/source.ts";
import { typescript } from "../../magics/cell/source/typescript.ts";
import { parameterValue } from "../../magics/cell/parameter-value.ts";
import { literalOf } from "../../magics/cell/source/string-literal.ts";
import { joinedText, type Notebook } from "./notebook-file.ts";

const TAG = "parameters";
const INJECTED_TAG = "injected-parameters";

/** How a parameter is declared: `const`, `let`, `var`, or by assignment only; and its type, such as `: string`. */
interface Declaration {
  readonly keyword: string;
  readonly type: string;
}

/**
 * Adds a cell that sets parameters, after the one tagged `parameters` with their defaults, or else at the top. A cell that an earlier run
 * injected is removed. Tags are papermill's. Declarations keep their form: Deno lets a `const` only be redeclared by a `const`, and svc-tslab
 * checks values against the declared type.
 *
 * @param parameters - Values as typed: parsed as JSON if possible, otherwise text.
 * @throws Error for a name that is not a valid identifier, or is not in the cell tagged `parameters`.
 */
export function withParameters(notebook: Notebook, parameters: ReadonlyMap<string, string>): Notebook {
  if (parameters.size === 0) return notebook;
  const cells = notebook.cells.filter(({ metadata }) => !metadata.tags?.includes(INJECTED_TAG));
  const at = cells.findIndex(({ metadata }) => metadata.tags?.includes(TAG));
  const known = at < 0 ? null : declarations(joinedText(cells[at]?.source ?? ""));
  for (const name of parameters.keys()) {
    if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name))
      throw new Error(`the parameter ${JSON.stringify(name)} can't be the name of a variable`);
    if (known === null || known.has(name)) continue;
    const names = [...known.keys()].join(", ") || "none";
    throw new Error(`the notebook has no parameter ${name}; its cell tagged ${TAG} has ${names}`);
  }
  const lines = [...parameters].map(([name, text]) => {
    const { keyword, type } = known?.get(name) ?? { keyword: "let ", type: "" };
    return `${keyword}${name}${type} = ${literalOf(parameterValue(text))};`;
  });
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

/** Variables to which a cell gives values at top level, without destructuring. */
function declarations(code: string): Map<string, Declaration> {
  const is = typescript();
  const variables = new Map<string, Declaration>();
  const addAssigned = (value: ts.Expression): void => {
    if (!is.isBinaryExpression(value)) return;
    const { left, operatorToken, right } = value;
    const isAssigned = operatorToken.kind === is.SyntaxKind.EqualsToken;
    if (isAssigned && is.isIdentifier(left)) variables.set(left.text, { keyword: "", type: "" });
    else addAssigned(left);
    addAssigned(right);
  };
  for (const statement of readSource(code).statements) {
    if (is.isExpressionStatement(statement)) addAssigned(statement.expression);
    if (!is.isVariableStatement(statement)) continue;
    const keyword = /\b(?:const|let|var)\b/.exec(statement.getText())?.[0] ?? "let";
    for (const { name, type, initializer } of statement.declarationList.declarations)
      if (is.isIdentifier(name) && initializer !== undefined)
        variables.set(name.text, {
          keyword: `${keyword} `,
          type: type === undefined ? "" : code.slice(name.end, type.end),
        });
  }
  return variables;
}

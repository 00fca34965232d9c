import { tsxLanguage, typescriptLanguage } from "@codemirror/lang-javascript";
import type { SyntaxNode, Tree } from "@lezer/common";
import type { MagicPlace, MarkedCode } from "../../magics/cell/magic-candidates.ts";

interface StatementPlace extends MagicPlace {
  readonly statement: SyntaxNode;
}

const LISTS = new Set(["Script", "Block", "SwitchBody"]);
/** Statements that end with an operand, if not with a semicolon. */
const ENDS_WITH_OPERAND = /^(?:Expression|Return|Throw)Statement$|^VariableDeclaration$/;
const ENDS_WITH_STATEMENT = /^(?:If|For|While|With|Labeled)Statement$|^ExportDeclaration$/;
const COMMENT = /Comment$/;

/** Code in which numbers stand for magics, read by the editor's parser; the kernels read it by TypeScript's. */
export class MarkedTree implements MarkedCode<StatementPlace> {
  readonly mistakes: number;
  readonly #code: string;
  readonly #tree: Tree;

  constructor(code: string, kind: "ts" | "tsx") {
    this.#code = code;
    this.#tree = (kind === "ts" ? typescriptLanguage : tsxLanguage).parser.parse(code);
    let mistakes = 0;
    this.#tree.iterate({
      enter: ({ type }) => {
        if (type.isError) mistakes += 1;
      },
    });
    this.mistakes = mistakes;
  }

  isMark(at: number): boolean {
    return this.#markAt(at) !== null;
  }

  #markAt(at: number): SyntaxNode | null {
    const node = this.#tree.resolveInner(at, 1);
    return node.name === "Number" && node.from === at ? node : null;
  }

  placeOf(at: number): StatementPlace | null {
    const mark = this.#markAt(at);
    if (mark === null) return null;
    let value = mark;
    while (value.parent?.name === "AssignmentExpression" && isAssigned(value)) value = value.parent;
    const statement = value.parent;
    if (statement === null || statement.to !== mark.to + 1 || !isLast(value)) return null;
    if (statement.name === "ExpressionStatement") return { statement, isAssigned: value !== mark };
    const isDeclaration = statement.name === "VariableDeclaration" && statement.parent?.name !== "ForSpec";
    return isDeclaration && value === mark ? { statement, isAssigned: true } : null;
  }

  mayContinue({ statement }: StatementPlace): boolean {
    if (!LISTS.has(statement.parent?.name ?? "")) return false;
    let before = previous(statement);
    for (let part = before; part !== null; part = lastStatement(part)) before = part;
    return before !== null && endsWithOperand(before) && this.#code[before.to - 1] !== ";";
  }
}

const isAssigned = ({ prevSibling }: SyntaxNode): boolean => prevSibling?.name === "Equals";

/** Whether nothing but the semicolon follows in the same expression or statement. */
function isLast({ nextSibling }: SyntaxNode): boolean {
  return nextSibling === null || (nextSibling.name === ";" && nextSibling.nextSibling === null);
}

function previous(node: SyntaxNode): SyntaxNode | null {
  let before = node.prevSibling;
  while (before !== null && COMMENT.test(before.name)) before = before.prevSibling;
  return before;
}

/** The statement with which a loop, a label, a condition or an export ends. */
function lastStatement({ name, lastChild }: SyntaxNode): SyntaxNode | null {
  const isStatement = lastChild !== null && /(?:Statement|Declaration|Block)$/.test(lastChild.name);
  return ENDS_WITH_STATEMENT.test(name) && isStatement ? lastChild : null;
}

function endsWithOperand(node: SyntaxNode): boolean {
  return (
    ENDS_WITH_OPERAND.test(node.name) ||
    (node.name === "ExportDeclaration" && node.getChild("default") !== null)
  );
}

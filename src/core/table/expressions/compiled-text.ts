import type { ColumnTable } from "arquero";
import type { ExpressionPlace } from "./expression-names.ts";
import type { Part } from "./part.ts";
import { Unreadable } from "./expression-refusals.ts";
import { TableExpression } from "./table-expression.ts";

/** An expression as Arquero reads it: by its text. */
export class CompiledText {
  readonly expr: string;
  /** What it gives; null for a criterion. */
  readonly result: Part | null;

  constructor(text: string, result: Part | null, source: unknown) {
    this.expr = text;
    this.result = result;
    const { window } = Object(source) as { readonly window?: unknown };
    if (window !== undefined) Object.assign(this, { window });
  }

  toString(): string {
    return this.expr;
  }
}

/**
 * An expression over the rows of a table, or of two, compiled: null is SQL's null, methods are those of the values, times are as they are
 * shown. What is no expression, or one that Arquero refuses itself, is left as it is.
 *
 * @param criterion - Whether null is as good as false.
 */
export function compiledText(
  tables: readonly ColumnTable[],
  source: unknown,
  { criterion = false, ...place }: ExpressionPlace & { readonly criterion?: boolean } = {},
): unknown {
  const text = textOf(source);
  if (text === null) return source;
  try {
    const expression = new TableExpression(text, tables, place);
    if (criterion) return new CompiledText(expression.compileCriterion(), null, source);
    const { text: code, result } = expression.compile();
    return new CompiledText(code, result, source);
  } catch (error) {
    // Arquero refuses it by an error that is explained.
    if (error instanceof Unreadable) return source;
    throw error;
  }
}

/** The text of what is an expression: a function, a text, or what helpers such as `op.mean("price")` and `rolling` make. */
function textOf(value: unknown): string | null {
  if (typeof value === "function" || typeof value === "string") return String(value);
  if (typeof value !== "object" || value === null || value instanceof CompiledText) return null;
  const { escape, field, expr, fields } = value as Readonly<Record<string, unknown>>;
  if (escape !== undefined || field !== undefined) return null;
  return expr !== undefined || fields !== undefined ? (value as { toString(): string }).toString() : null;
}

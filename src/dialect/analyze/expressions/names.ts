import type { ExprOf, Name } from "../../parse/ast.ts";
import { analyzeField } from "./arrays-and-rows.ts";
import type { ColumnIndex } from "../column-index.ts";
import { referenceTo, type ScopeColumn } from "../query-block.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import type { Typed } from "../typed.ts";
import { entriesOf } from "../../functions/find-function.ts";
import { nearestName } from "../../nearest-name.ts";
import { sameName } from "../../same-name.ts";

type NameExpr = ExprOf<"name">;

/** A column, a lambda parameter, or a field of one: `a`, `t.a`, `db.t.a`, `t.a.field`. */
export function analyzeName(t: Translation, expr: NameExpr, scope: Scope): Typed {
  const { parts } = expr;
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    const value = at.values.size === 0 ? undefined : at.values.get(parts[0]!.text.toLowerCase());
    if (value !== undefined) return fields(t, value, parts.slice(1));
    for (let qualifiers = Math.min(parts.length - 1, 3); qualifiers >= 0; qualifiers--) {
      const matches = matching(at.block.index, parts, qualifiers, t.hive);
      const several = matches.some((column) => column.sql !== matches[0]!.sql);
      // If there is a relation a without a column x, `a.x` is not a field of a column a.
      const isWhole = parts.length === qualifiers + 1;
      if (!isWhole && at.block.index.hasRelation(parts[0]!.text) && (several || isScalar(matches[0])))
        continue;
      if (several)
        t.fail(
          "AMBIGUOUS_NAME",
          `column '${describe(parts.slice(0, qualifiers + 1))}' is ambiguous`,
          expr.pos,
        );
      const [column] = matches;
      if (column !== undefined)
        return fields(t, referenceTo(column, t.mark(expr.pos, column.sql)), parts.slice(qualifiers + 1));
    }
  }
  return t.fail(
    "COLUMN_NOT_FOUND",
    `column '${describe(parts)}' cannot be resolved${hintFor(t, parts, scope)}`,
    expr.pos,
  );
}

const isScalar = (column: ScopeColumn | undefined): boolean =>
  column !== undefined && column.type.kind !== "row" && column.type.kind !== "array";

/** Suggestion for an unknown name: a column of another relation, a similar spelling, or a call. */
function hintFor(t: Translation, parts: readonly Name[], scope: Scope): string {
  if (t.options.isTried === true) return "";
  const { text } = parts.at(-1)!;
  const columns: ScopeColumn[] = [];
  for (let at: Scope | null = scope; at !== null; at = at.outer)
    columns.push(...at.block.columns.filter((column) => !column.hidden));
  const elsewhere = columns.find((column) => parts.length > 1 && sameName(column.name, text));
  const near =
    elsewhere === undefined
      ? nearestName(text, [...columns.map(({ name }) => name), ...scope.values.keys()])
      : [...elsewhere.qualifiers.slice(0, 1), elsewhere.name].join(".");
  if (near !== null) return `; did you mean '${near}'?`;
  const call = parts.length === 1 ? entriesOf(t.dialect).get(text.toLowerCase()) : undefined;
  return call === undefined ? "" : `; a function of the name is called as ${call.signature.split(" → ")[0]!}`;
}

function matching(
  index: ColumnIndex<ScopeColumn>,
  parts: readonly Name[],
  qualifiers: number,
  hive: boolean,
): ScopeColumn[] {
  const isOf = ({ qualifiers: own }: ScopeColumn): boolean => {
    for (let i = 0; i < qualifiers; i++)
      if (own[i] === undefined || !sameName(own[i]!, parts[qualifiers - 1 - i]!.text)) return false;
    return true;
  };
  return index
    .named(parts[qualifiers]!.text, qualifiers === 0 ? null : parts[qualifiers - 1]!.text)
    .filter((column) => ((hive && qualifiers > 0) || !column.hidden) && !column.anonymous && isOf(column));
}

function fields(t: Translation, value: Typed, names: readonly Name[]): Typed {
  return names.reduce((row, name) => analyzeField(t, row, name), value);
}

function describe(parts: readonly Name[]): string {
  return parts.map((part) => part.text).join(".");
}

import type { Relation } from "../parse/ast.ts";
import { analyzeExpr } from "./expression.ts";
import { asBoolean, comparable } from "./predicates.ts";
import type { From } from "./relation.ts";
import { analyzeRelation } from "./relation.ts";
import type { Scope, ScopeColumn } from "./scope.ts";
import type { Translation } from "./translation.ts";
import { typed } from "./typed.ts";

type Join = Extract<Relation, { kind: "join" }>;

const KEYWORDS: Record<string, string> = {
  CROSS: "CROSS JOIN",
  INNER: "INNER JOIN",
  LEFT: "LEFT JOIN",
  RIGHT: "RIGHT JOIN",
  FULL: "FULL JOIN",
  SEMI: "SEMI JOIN",
  ANTI: "ANTI JOIN",
};

export function analyzeJoin(t: Translation, join: Join, scope: Scope): From {
  const left = analyzeRelation(t, join.left, scope);
  // Relations to the right see those to the left when they are lateral: UNNEST, LATERAL.
  const right = analyzeRelation(t, join.right, { ...scope, columns: [...scope.columns, ...left.columns] });
  const lateral = isLateral(join.right) && !right.sql.startsWith("LATERAL") ? "LATERAL " : "";
  const rightSql = lateral + (join.right.kind === "join" ? `(${right.sql})` : right.sql);
  if (join.natural || join.using.length > 0) return joinUsing(t, join, left, right, rightSql);
  const both = [...left.columns, ...right.columns];
  const columns = join.join === "SEMI" || join.join === "ANTI" ? left.columns : both;
  // Hive writes a join without a condition for a cross join.
  if (join.on === null)
    return {
      sql: `${left.sql} ${join.join === "CROSS" || join.join === "INNER" ? "CROSS JOIN" : KEYWORDS[join.join]!} ${rightSql}${join.join === "CROSS" || join.join === "INNER" ? "" : " ON TRUE"}`,
      columns,
    };
  const on = asBoolean(
    t,
    analyzeExpr(t, join.on, { ...scope, columns: both }),
    join.on.pos,
    "JOIN ON clause",
  );
  return {
    sql: `${left.sql} ${KEYWORDS[join.join === "CROSS" ? "INNER" : join.join]!} ${rightSql} ON ${on.sql}`,
    columns,
  };
}

function isLateral(relation: Relation): boolean {
  return (
    relation.kind === "unnest" ||
    (relation.kind === "derived" && relation.lateral) ||
    (relation.kind === "alias" && isLateral(relation.arg))
  );
}

/** USING and NATURAL: the shared columns come first and stand once, without a qualifier. */
function joinUsing(t: Translation, join: Join, left: From, right: From, rightSql: string): From {
  const of = (from: From, name: string): ScopeColumn | undefined => {
    const found = from.columns.filter(
      (column) => !column.hidden && column.name.toLowerCase() === name.toLowerCase(),
    );
    if (found.length > 1) t.fail("SYNTAX_ERROR", `column '${name}' is ambiguous`, join.pos);
    return found[0];
  };
  const shared = join.natural
    ? left.columns
        .filter(
          (column) =>
            !column.hidden &&
            right.columns.some(
              (other) => !other.hidden && other.name.toLowerCase() === column.name.toLowerCase(),
            ),
        )
        .map((column) => ({ text: column.name, pos: join.pos }))
    : join.using;
  const conditions: string[] = [];
  const columns: ScopeColumn[] = [];
  for (const name of shared) {
    const a =
      of(left, name.text) ??
      t.fail("COLUMN_NOT_FOUND", `column '${name.text}' is missing from left side of join`, name.pos);
    const b =
      of(right, name.text) ??
      t.fail("COLUMN_NOT_FOUND", `column '${name.text}' is missing from right side of join`, name.pos);
    const [x, y] = comparable(t, [typed(a.sql, a.type), typed(b.sql, b.type)], "=", name.pos);
    conditions.push(`${x!.sql} = ${y!.sql}`);
    const sql =
      join.join === "FULL" ? `coalesce(${x!.sql}, ${y!.sql})` : join.join === "RIGHT" ? y!.sql : x!.sql;
    columns.push({
      name: a.name,
      qualifiers: [],
      type: x!.type,
      sql,
    });
  }
  const rest = (from: From): ScopeColumn[] =>
    from.columns.map((column) =>
      shared.some((name) => name.text.toLowerCase() === column.name.toLowerCase() && !column.hidden)
        ? { ...column, hidden: true, name: column.name }
        : column,
    );
  const on = conditions.length === 0 ? "TRUE" : conditions.join(" AND ");
  return {
    sql: `${left.sql} ${KEYWORDS[join.join === "CROSS" ? "INNER" : join.join]!} ${rightSql} ON ${on}`,
    columns: [...columns, ...rest(left), ...rest(right)],
  };
}

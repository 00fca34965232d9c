import { engine, type Lambda, lambdaOf, type Sql, variable, type Variable } from "../sql/tree.ts";

/**
 * SQL that folds a list of `struct(s, x)` (x: element; s: initial state) from the left. The engine's reduce requires state and elements of
 * one type, so each step carries both.
 */
export function foldList(list: Sql, step: Lambda, initial: Sql, elementType: Sql): Sql {
  const [state, item] = step.detail as readonly [Variable, Variable];
  const next = variable();
  const folded = lambdaOf(
    [
      [{ variable: state, field: "s" }],
      [
        { variable: item, field: "x" },
        { variable: next, field: "x" },
      ],
    ],
    engine`struct_pack(s := ${step.parts[0]}, x := ${next})`,
  );
  return engine`list_reduce(${list}, ${folded}, struct_pack(s := ${initial}, x := CAST(NULL AS ${elementType}))).s`;
}

import type { Translation } from "../analyze/translation.ts";
import type { Name } from "../parse/ast.ts";
import type { Statement } from "../parse/statement-ast.ts";
import type { Plan, PlanColumn } from "../plan.ts";
import { typeName } from "../types/type-text.ts";
import { BIGINT, BOOLEAN, VARCHAR, type Type } from "../types/type.ts";
import { statementColumns } from "./plan-statement.ts";

const COLUMNS: readonly PlanColumn[] = [
  ...["Column Name", "Catalog", "Schema", "Table", "Type"].map((name) => ({ name, type: VARCHAR })),
  { name: "Type Size", type: BIGINT },
  { name: "Aliased", type: BOOLEAN },
];

/** Statements whose only result is the number of changed rows. */
const COUNTED = new Set<Statement["kind"]>(["insert", "multiInsert", "createTableAs", "delete", "update"]);

/** A statement's columns, as shown by DESCRIBE OUTPUT, with the table whose column each is. */
export function describeOutput(t: Translation, statement: Statement): Plan {
  const aliased = aliases(statement);
  const columns = statementColumns(t, statement);
  const output: readonly PlanColumn[] = COUNTED.has(statement.kind)
    ? [{ name: "rows", type: BIGINT }]
    : columns;
  const rows = output.map(({ name, type, source }, i) => [
    name,
    source?.catalog ?? "",
    source?.database ?? "",
    source?.table ?? "",
    typeName(type, "presto"),
    String(BYTES[type.kind] ?? 0),
    String(aliased(name, i)),
  ]);
  return { kind: "rows", columns: COLUMNS, rows };
}

/** A statement's parameters, as shown by DESCRIBE INPUT; `unknown` if no type can be inferred. */
export function describeInput(t: Translation, statement: Statement): Plan {
  statementColumns(t, statement);
  const columns = [
    { name: "Position", type: BIGINT },
    { name: "Type", type: VARCHAR },
  ];
  const rows = t.parameterTypes.map((type, position) => [String(position), typeName(type, "presto")]);
  return { kind: "rows", columns, rows };
}

/** Size in bytes of fixed-size types. */
const BYTES: Partial<Record<Type["kind"], number>> = {
  boolean: 1, tinyint: 1, smallint: 2, integer: 4, bigint: 8, real: 4, double: 8, date: 4, time: 8, timetz: 8, timestamp: 8, timestamptz: 8, decimal: 8,
  unknown: 1, uuid: 16, ipaddress: 16, intervalDaySecond: 8, intervalYearMonth: 4,
}; // prettier-ignore

/** Whether an output column was named with AS. After a star, columns are identified by name only. */
function aliases(statement: Statement): (name: string, place: number) => boolean {
  const body = statement.kind === "select" ? statement.query.body : null;
  if (body?.kind !== "select") return () => false;
  const hasName = (alias: Name | null): alias is Name => alias !== null;
  const names = body.items.map((item) => (item.kind === "item" ? item.alias : null));
  if (body.items.every(({ kind }) => kind === "item")) return (_name, place) => hasName(names[place] ?? null);
  const aliases = new Set(names.filter(hasName).map(({ text }) => text));
  return (name) => aliases.has(name);
}

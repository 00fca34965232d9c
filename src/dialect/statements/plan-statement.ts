// This folder: statements to a plan: what to run, what it changes, which rights it needs.

import type { AnalyzedQuery } from "../analyze/queries/analyzed-query.ts";
import { defaultName } from "../analyze/queries/common-tables.ts";
import { resolveTable } from "../analyze/queries/relation.ts";
import type { Translation } from "../analyze/translation.ts";
import { wireQuery } from "../analyze/wire.ts";
import type { TranslateContext } from "../catalogue.ts";
import type { Statement } from "../parse/statement-ast.ts";
import type { Plan, PlanColumn } from "../plan.ts";
import { needSchema, planShow, showColumns } from "./show.ts";
import { printSql } from "../sql/print-sql.ts";
import {
  droppedTable,
  planCreateTable,
  planCreateTableAs,
  planCreateView,
  planDrop,
  planSchema,
} from "./create-drop.ts";
import { planComment } from "./comment.ts";
import { explainColumn, planExplain } from "./explain.ts";
import { planAlter } from "./alter.ts";
import { planDelete, planInsert, planMultiInsert, planTruncate, planUpdate } from "./write.ts";

/** The plan of a statement that the caller may run. It is compiled before it waits for the catalogue: only so it keeps to its budget. */
export function planStatement(
  t: Translation,
  statement: Statement,
  context: TranslateContext,
): Plan | Promise<Plan> {
  switch (statement.kind) {
    case "select": {
      const query = t.query(statement.query, null);
      return {
        kind: "query",
        sql: printSql(t.options.isExplained === true ? query.sql : wireQuery(t, query, statement.pos)),
        columns: outputColumns(t, query),
      };
    }
    case "drop":
      return planDrop(t, statement, context);
    case "createSchema":
    case "dropSchema":
      return planSchema(t, statement, context);
    case "comment":
      return planComment(t, statement, context);
    case "explain":
      return planExplain(t, statement, () => planStatement(t, statement.statement, context));
    case "show":
      return planShow(t, statement, context);
    case "use":
      return needSchema(t, context.catalogue, statement.name, statement.pos).then(() => planChange(t, statement)); // prettier-ignore
    default:
      return planChange(t, statement);
  }
}

/** The plan of a statement that needs only table metadata. */
function planChange(
  t: Translation,
  statement: Exclude<
    Statement,
    { kind: "select" | "drop" | "createSchema" | "dropSchema" | "comment" | "explain" | "show" }
  >,
): Plan {
  switch (statement.kind) {
    case "insert":
      return planInsert(t, statement);
    case "multiInsert":
      return planMultiInsert(t, statement.inserts);
    case "createTableAs":
      return planCreateTableAs(t, statement);
    case "createTable":
      return planCreateTable(t, statement);
    case "createView":
      return planCreateView(t, statement);
    case "delete":
      return planDelete(t, statement);
    case "update":
      return planUpdate(t, statement);
    case "truncate":
      return planTruncate(t, statement);
    case "alter":
      return planAlter(t, statement);
    case "use":
      return { kind: "nothing", updateType: "USE" };
    case "set":
      return { kind: "nothing", updateType: statement.reset ? "RESET SESSION" : "SET SESSION" };
  }
}

/**
 * The columns of a statement's result; none if it has no result. Needs only the tables' columns from the catalogue.
 *
 * @throws SqlError for any error in the statement.
 */
export function statementColumns(t: Translation, statement: Statement): readonly PlanColumn[] {
  switch (statement.kind) {
    case "select":
      return outputColumns(t, t.query(statement.query, null));
    case "explain":
      statementColumns(t, statement.statement);
      return [explainColumn(t, statement)];
    case "show":
      return showColumns(t, statement);
    case "drop":
      droppedTable(t, statement);
      return [];
    case "comment":
      resolveTable(t, statement.table, statement.pos);
      return [];
    case "createSchema":
    case "dropSchema":
      return [];
    default:
      planChange(t, statement);
      return [];
  }
}

/** Result column names: from the query, or by position; Hive's are lowercase. */
function outputColumns(t: Translation, query: AnalyzedQuery): PlanColumn[] {
  return query.columns.map((column, i) => {
    const name = column.name ?? defaultName(t, i);
    return {
      name: t.hive ? name.toLowerCase() : name,
      source: column.source,
      type: column.type.kind === "unknown" && t.hive ? { kind: "varchar", length: null } : column.type,
    };
  });
}

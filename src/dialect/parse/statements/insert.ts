import type { CommonTable, Name, Query } from "../ast.ts";
import type { Insert, Statement } from "../statement-ast.ts";
import { parseSortItems } from "../expressions/calls.ts";
import { parseLimit, parseQueryAfterWith, parseSelect } from "../queries/query.ts";
import { parseRelations } from "../queries/relations.ts";
import type { Parser } from "../parser.ts";

type InsertTarget = Omit<Insert, "query">;

/** INSERT INTO / OVERWRITE; `commonTables` are from a preceding WITH. */
export function parseInsert(s: Parser, commonTables: readonly CommonTable[], recursive: boolean): Insert {
  const target = parseTarget(s);
  const query =
    commonTables.length === 0 ? s.query() : parseQueryAfterWith(s, s.pos, commonTables, recursive);
  return { ...target, query };
}

function parseTarget(s: Parser): InsertTarget {
  const pos = s.pos;
  s.expect("INSERT");
  const overwrite = s.hive && s.take("OVERWRITE");
  if (!overwrite) s.expect("INTO");
  if (s.isAny("DIRECTORY", "LOCAL")) s.unsupported("INSERT OVERWRITE DIRECTORY");
  if (s.hive) s.take("TABLE");
  const table = s.qualifiedName();
  const partition =
    s.hive && s.take("PARTITION")
      ? s.parens(() => s.list(() => ({ name: s.name(), value: s.take("=") ? s.expression() : null })))
      : [];
  const ifNotExists = overwrite && s.take("IF", "NOT", "EXISTS");
  if (ifNotExists && !(partition.length > 0 && partition.every(({ value }) => value !== null)))
    s.fail("IF NOT EXISTS needs a PARTITION with the values of its columns");
  let columns: Name[] = [];
  if (s.is("(") && !["SELECT", "WITH", "VALUES", "TABLE", "("].includes(s.peek(1).upper))
    columns = s.nameList();
  return { kind: "insert", pos, table, columns, overwrite, partition, ifNotExists };
}

/** `FROM x INSERT ... SELECT ... INSERT ... SELECT ...`; null, with nothing consumed, when the FROM belongs to a query. */
export function parseMultiInsert(s: Parser, commonTables: readonly CommonTable[]): Statement | null {
  const mark = s.mark();
  const pos = s.pos;
  s.expect("FROM");
  const from = parseRelations(s);
  if (!s.is("INSERT")) {
    s.reset(mark);
    return null;
  }
  const inserts: Insert[] = [];
  while (s.is("INSERT")) {
    const target = parseTarget(s);
    const at = s.pos;
    const body = parseSelect(s, from);
    const query: Query = { ...parseTail(s, at), with: commonTables, body };
    inserts.push({ ...target, query });
  }
  return { kind: "multiInsert", pos, inserts };
}

function parseTail(s: Parser, pos: number): Omit<Query, "body" | "with"> {
  const orderBy = s.take("ORDER", "BY") ? parseSortItems(s) : [];
  const limit = parseLimit(s);
  if (s.is("UNION")) s.unsupported("UNION in a multi-insert");
  return { kind: "query", pos, recursive: false, orderBy, ...limit };
}

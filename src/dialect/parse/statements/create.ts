import type { Name } from "../ast.ts";
import type { ColumnDef, Statement, TableElement } from "../statement-ast.ts";
import { startsQuery } from "../expressions/primaries.ts";
import type { Parser } from "../parser.ts";
import { parseTypeName } from "../parse-type-name.ts";

export function parseCreate(s: Parser): Statement {
  const pos = s.pos;
  s.expect("CREATE");
  const replace = s.take("OR", "REPLACE");
  const external = s.takeAny("EXTERNAL", "TEMPORARY", "TRANSACTIONAL", "MANAGED");
  if (external === "EXTERNAL" || external === "TEMPORARY") s.unsupported(`CREATE ${external} TABLE`, pos);
  if (s.take("VIEW")) return parseCreateView(s, pos, replace);
  if (s.takeAny("SCHEMA", "DATABASE") !== null) {
    const ifNotExists = s.take("IF", "NOT", "EXISTS");
    const name = s.qualifiedName();
    readProperties(s);
    return { kind: "createSchema", pos, name, ifNotExists };
  }
  if (!s.take("TABLE")) s.refuse("CREATE", "TABLE, VIEW or SCHEMA", pos);
  if (replace && s.hive) s.unsupported("CREATE OR REPLACE TABLE", pos);
  if (replace && s.is("IF", "NOT", "EXISTS")) s.fail("OR REPLACE and IF NOT EXISTS can't be used together");
  const ifNotExists = s.take("IF", "NOT", "EXISTS");
  const table = s.qualifiedName();
  if (s.hive && s.is("LIKE"))
    return {
      kind: "createTable",
      pos,
      table,
      columns: [parseElement(s)],
      replace,
      ifNotExists,
      comment: null,
    };
  let columns: TableElement[] = [];
  let names: Name[] = [];
  if (s.is("(") && !startsQuery(s)) {
    if (s.peek(2).text === "," || s.peek(2).text === ")") names = s.nameList();
    else columns = s.parens(() => s.list(() => (s.hive ? parseColumn(s) : parseElement(s))));
  }
  const { comment, partition } = readProperties(s, true);
  columns = [...columns, ...partition];
  if (s.take("AS") || startsQuery(s)) {
    if (columns.length > 0) s.unsupported("column types in CREATE TABLE ... AS", pos);
    const query = s.query();
    let withData = true;
    if (s.take("WITH", "NO", "DATA")) withData = false;
    else s.take("WITH", "DATA");
    return {
      kind: "createTableAs",
      pos,
      table,
      columns: names,
      replace,
      ifNotExists,
      query,
      withData,
      comment,
    };
  }
  if (columns.length === 0) s.fail("expected column definitions or AS");
  return { kind: "createTable", pos, table, columns, replace, ifNotExists, comment };
}

function parseElement(s: Parser): TableElement {
  if (!s.take("LIKE")) return parseColumn(s);
  const like = s.qualifiedName();
  if (!s.hive && s.takeAny("INCLUDING", "EXCLUDING") !== null) s.expect("PROPERTIES");
  return { like };
}

export function parseColumns(s: Parser): ColumnDef[] {
  return s.parens(() => s.list(() => parseColumn(s)));
}

export function parseColumn(s: Parser): ColumnDef {
  const name = s.name();
  const type = parseTypeName(s);
  if (s.is("NOT", "NULL")) s.unsupported("NOT NULL columns");
  return { name, type, comment: readProperties(s).comment };
}

const parseViewColumn = (s: Parser): { name: Name; comment: string | null } => ({
  name: s.name(),
  comment: s.take("COMMENT") ? s.string() : null,
});

function parseCreateView(s: Parser, pos: number, replace: boolean): Statement {
  const ifNotExists = s.take("IF", "NOT", "EXISTS");
  const view = s.qualifiedName();
  // Presto takes none.
  const columns = s.hive && s.is("(") ? s.parens(() => s.list(() => parseViewColumn(s))) : [];
  let comment = s.take("COMMENT") ? s.string() : null;
  if (s.take("SECURITY")) s.takeAny("DEFINER", "INVOKER");
  comment = readProperties(s).comment ?? comment;
  s.expect("AS");
  const start = s.pos;
  const query = s.query();
  const end = s.current.start;
  return {
    kind: "createView",
    pos,
    view,
    columns,
    replace,
    ifNotExists,
    query,
    text: s.sql.slice(start, end).trim().replace(/;$/, ""),
    comment,
  };
}

/**
 * Parses and ignores storage clauses, which concern clusters, except the comment and the columns of PARTITIONED BY, which become ordinary
 * columns.
 */
function readProperties(
  s: Parser,
  ofTable = false,
): { comment: string | null; partition: readonly ColumnDef[] } {
  let comment: string | null = null;
  let partition: readonly ColumnDef[] = [];
  for (;;) {
    if (s.take("COMMENT")) comment = s.string();
    else if (!s.hive && s.is("WITH", "(")) {
      s.next();
      skipParentheses(s);
    } else if (s.hive && s.takeAny("TBLPROPERTIES", "DBPROPERTIES") !== null) skipParentheses(s);
    else if (s.hive && ofTable && s.take("PARTITIONED", "BY")) {
      if (s.peek(2).text === "," || s.peek(2).text === ")")
        s.unsupported("PARTITIONED BY names alone in CREATE TABLE ... AS");
      partition = parseColumns(s);
    } else if (s.hive && s.take("CLUSTERED", "BY")) {
      skipParentheses(s);
      if (s.take("SORTED", "BY")) skipParentheses(s);
      s.expect("INTO");
      s.integer();
      s.expect("BUCKETS");
    } else if (s.hive && s.take("STORED", "AS")) {
      if (s.take("INPUTFORMAT")) {
        s.string();
        s.expect("OUTPUTFORMAT");
        s.string();
      } else s.anyName();
    } else if (s.hive && s.take("ROW", "FORMAT")) {
      if (s.take("SERDE")) {
        s.string();
        if (s.take("WITH", "SERDEPROPERTIES")) skipParentheses(s);
      } else {
        s.expect("DELIMITED");
        while (s.isAny("FIELDS", "COLLECTION", "MAP", "LINES", "NULL", "ESCAPED")) {
          while (s.current.kind === "word" && !startsQuery(s)) s.next();
          s.string();
        }
      }
    } else if (s.is("LOCATION") || s.is("STORED", "BY"))
      s.unsupported(s.is("LOCATION") ? "LOCATION" : "STORED BY");
    else return { comment, partition };
  }
}

export function skipParentheses(s: Parser): void {
  s.expect("(");
  for (let depth = 1; depth > 0;) {
    const token = s.next();
    if (token.kind === "end") s.fail("expected )");
    if (token.kind === "op" && token.text === "(") depth++;
    if (token.kind === "op" && token.text === ")") depth--;
  }
}

export function parseDrop(s: Parser): Statement {
  const pos = s.pos;
  s.expect("DROP");
  const what =
    s.takeAny("TABLE", "VIEW", "SCHEMA", "DATABASE") ?? s.refuse("DROP", "TABLE, VIEW or SCHEMA", pos);
  const ifExists = s.take("IF", "EXISTS");
  const name = s.qualifiedName();
  const cascade = s.takeAny("CASCADE", "RESTRICT") === "CASCADE";
  s.take("PURGE");
  if (what === "SCHEMA" || what === "DATABASE") return { kind: "dropSchema", pos, name, ifExists, cascade };
  return { kind: "drop", pos, what: what as "TABLE", name, ifExists };
}

import type { Name } from "../ast.ts";
import type { ShowKind, Statement } from "../statement-ast.ts";
import type { Parser } from "../parser.ts";

interface ShowParts {
  name?: readonly Name[];
  like?: string | null;
  escape?: string | null;
  extended?: boolean;
}

const show = (pos: number, what: ShowKind, parts: ShowParts = {}): Statement => ({
  kind: "show",
  pos,
  what,
  name: [],
  like: null,
  escape: null,
  extended: false,
  ...parts,
});

/** What SHOW lists of a place. */
const LISTS: Readonly<Record<string, ShowKind>> = {
  TABLES: "tables",
  VIEWS: "views",
  SCHEMAS: "schemas",
  DATABASES: "schemas",
  FUNCTIONS: "functions",
};

export function parseShow(s: Parser): Statement {
  const pos = s.pos;
  s.expect("SHOW");
  const from = (): Name[] => (s.takeAny("FROM", "IN") === null ? [] : s.qualifiedName());
  const like = (): ShowParts => {
    if (!s.take("LIKE") && !(s.hive && s.current.kind === "string")) return {};
    const pattern = s.string();
    return { like: pattern, escape: s.take("ESCAPE") ? s.string() : null };
  };
  const start = s.mark();
  const word = s.next();
  const list = LISTS[word.upper];
  if (list !== undefined) {
    const name = from();
    return show(pos, list, { name, ...like() });
  }
  switch (word.upper) {
    case "COLUMNS": {
      const name = from();
      if (name.length === 0) s.fail("expected FROM or IN");
      const database = s.hive ? from() : [];
      return show(pos, "columns", { name: [...database, ...name], ...like() });
    }
    case "CATALOGS":
    case "SESSION":
      return show(pos, word.upper === "SESSION" ? "session" : "catalogs", like());
    case "STATS":
      s.expect("FOR");
      if (s.is("(")) s.unsupported("SHOW STATS of a query", pos);
      return show(pos, "stats", { name: s.qualifiedName() });
    case "PARTITIONS":
      return show(pos, "partitions", { name: s.qualifiedName() });
    case "CREATE": {
      const what = s.takeAny("TABLE", "VIEW") ?? s.refuse("SHOW CREATE", "TABLE or VIEW", pos);
      return show(pos, what === "TABLE" ? "createTable" : "createView", { name: s.qualifiedName() });
    }
  }
  s.reset(start);
  return s.refuse("SHOW", "TABLES, SCHEMAS, COLUMNS, FUNCTIONS or CREATE", pos);
}

/** DESCRIBE and DESC of a table; in Hive also of a function. */
export function parseDescribe(s: Parser): Statement {
  const pos = s.pos;
  s.next();
  if (s.hive && s.take("FUNCTION")) {
    const extended = s.take("EXTENDED");
    return show(pos, "describeFunction", { name: [s.anyName()], extended });
  }
  if (s.hive && s.takeAny("DATABASE", "SCHEMA") !== null) s.unsupported("DESCRIBE DATABASE", pos);
  const extended = s.hive && s.takeAny("EXTENDED", "FORMATTED") !== null;
  return show(pos, "describe", { name: s.qualifiedName(), extended });
}

import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  INTEGER,
  sameType,
  type Type,
  VARCHAR,
} from "../../src/dialect/types/type.ts";
import { Expressions, type Scope } from "./expressions.ts";
import { clause, list, node, type Node, type Part } from "./node.ts";
import type { Random } from "./random.ts";
import { direction } from "./statements.ts";
import { type Table, tablesOf } from "./tables.ts";
import type { Producer, Vocabulary } from "./vocabulary.ts";

interface Relation {
  readonly node: Node;
  readonly columns: Scope;
}

/** Common aggregates whose answer does not depend on the order of rows. */
const AGGREGATES = [
  "count",
  "sum",
  "min",
  "max",
  "avg",
  "count_if",
  "bool_or",
  "bool_and",
  "max_by",
  "stddev",
];

/** Generates queries by a grammar: a query with given columns consists of select lists, relations and predicates. */
export class Queries {
  #names = 0;
  readonly #made: Expressions;
  readonly #aggregates: readonly Producer[];
  readonly #random: Random;
  readonly #tables: readonly Table[];
  readonly #words: Vocabulary;

  constructor(random: Random, words: Vocabulary) {
    this.#random = random;
    this.#words = words;
    this.#tables = tablesOf(words.dialect);
    this.#made = new Expressions(random, words);
    this.#aggregates = words.aggregates.filter((one) => AGGREGATES.includes(one.name) && !words.ordered.has(one.name) && one.signature.params.length <= 1); // prettier-ignore
  }

  /** A statement: a query, sometimes ordered by all its columns, and then sometimes limited. */
  statement(): Node {
    const types = Array.from({ length: this.#random.whole(1, 4) }, () => this.#random.pick(this.#words.keys));
    const named = this.#random.chance(0.25) ? this.#named() : null;
    const tables = named === null ? [] : [named.relation];
    const parts: Part[] = [...(named === null ? [] : [named.node]), this.#query(types, 2, tables)];
    if (this.#random.chance(0.3)) {
      const order = types.map((_, i) => `${i + 1}${direction(this.#random, this.#words)}`).join(", ");
      parts.push(node("order", ` ORDER BY ${order}`));
      if (this.#random.chance(0.7)) parts.push(clause(`LIMIT ${this.#random.whole(0, 12)}`));
    }
    return node("statement", ...parts);
  }

  /** `WITH name AS (…)`, and the name as a relation. */
  #named(): { node: Node; relation: Relation } {
    const name = this.#name("w");
    const types = [BIGINT, VARCHAR, this.#random.pick(this.#words.keys)];
    return {
      node: node("with", `WITH ${name} AS (`, this.#query(types, 1, []), ") "),
      relation: {
        node: node("relation", name),
        columns: types.map((type, i) => ({ sql: `c${i + 1}`, type })),
      },
    };
  }

  #query(types: readonly Type[], depth: number, tables: readonly Relation[]): Node {
    const sort = `query(${types.map((type) => this.#made.sort(type)).join(", ")})`;
    if (depth > 0 && this.#random.chance(0.2)) {
      const all = this.#words.dialect === "presto" ? ["INTERSECT ALL", "EXCEPT ALL"] : [];
      const sign = this.#random.pick(["UNION ALL", "UNION ALL", "UNION", "INTERSECT", "EXCEPT", ...all]);
      return node(sort, this.#query(types, depth - 1, tables), ` ${sign} `, this.#query(types, 0, tables));
    }
    return { ...this.#select(types, depth, tables), sort };
  }

  #select(types: readonly Type[], depth: number, tables: readonly Relation[]): Node {
    const from = this.#relation(depth, tables);
    const where = this.#random.chance(0.5) ? [clause("WHERE ", this.#predicate(from.columns, depth))] : [];
    if (this.#random.chance(0.35)) return this.#grouped(types, from, where);
    const window = this.#random.chance(0.1) && types.some((type) => type.kind === "bigint");
    const over = window && this.#words.dialect === "hive" ? this.#window(from.columns) : null;
    const items = types.map((type, i) => named(i, window && type.kind === "bigint" ? (over?.call ?? this.#random.pick([this.#rank(from.columns), this.#counted(from.columns)])) : this.#made.of(type, from.columns, this.#random.whole(0, 2)))); // prettier-ignore
    const distinct = this.#random.chance(0.15) ? [node("clause", "DISTINCT ")] : [];
    return node("select", "SELECT ", ...distinct, ...between(items), " FROM ", from.node, ...where, ...(over === null ? [] : [over.clause])); // prettier-ignore
  }

  /** A subquery with one value for each row; over a window, where no column suits. */
  #counted(columns: Scope): Node {
    const outer = columns.filter((one) => sameType(one.type, BIGINT));
    if (outer.length === 0) return this.#rank(columns);
    const call = this.#random.pick(["count(*)", "sum(q)", "count(DISTINCT w)", "count_if(q > 1)"]);
    return node("bigint", `(SELECT ${call} FROM side WHERE side.id = ${this.#random.pick(outer).sql})`);
  }

  /** A call over a named window, and the clause that defines it. */
  #window(columns: Scope): { call: Node; clause: Node } {
    const name = this.#name("v");
    const [within, by] = [0, 1].map((depth) =>
      this.#made.of(this.#random.pick(this.#words.keys), columns, depth),
    ) as [Node, Node];
    return {
      call: node(
        "bigint",
        this.#random.pick(["count(*)", "sum(1)", "max(1L)"]),
        ` OVER ${this.#random.pick([name, `(${name})`])}`,
      ),
      clause: clause(`WINDOW ${name} AS (PARTITION BY `, within, " ORDER BY ", by, ")"),
    };
  }

  #rank(columns: Scope): Node {
    const by = this.#made.of(this.#random.pick(this.#words.keys), columns, 1);
    const within = this.#made.of(this.#random.pick(this.#words.keys), columns, 0);
    return node(
      "bigint",
      this.#random.pick(["rank()", "dense_rank()", "count(*)"]),
      " OVER (PARTITION BY ",
      within,
      " ORDER BY ",
      by,
      ")",
    );
  }

  /** Keys and aggregates inside of expressions. */
  #grouped(types: readonly Type[], from: Relation, where: readonly Node[]): Node {
    const keys = Array.from({ length: this.#random.whole(0, 2) }, () => {
      const type = this.#random.pick(this.#words.keys);
      return { sql: "", type, node: this.#made.of(type, from.columns, this.#random.whole(0, 1)) };
    });
    const item = (type: Type): Node => {
      const key = keys.filter((one) => sameType(one.type, type));
      if (key.length > 0 && this.#random.chance(0.6)) return this.#random.pick(key).node;
      const sums = this.#aggregates.filter(
        (one) => one.signature.result.kind === "variable" || sameType(this.#made.resultOf(one), type),
      );
      return sums.length > 0
        ? this.#aggregate(this.#random.pick(sums), type, from.columns)
        : this.#made.of(type, [], 1);
    };
    const items = types.map((type, i) => named(i, item(type)));
    const constant = (one: Node): boolean =>
      one.parts.every((part) => typeof part === "string") &&
      !from.columns.some((c) => c.sql === one.parts[0]);
    const by = keys.filter((one) => !constant(one.node)).map((one) => one.node);
    const bare = by.every((one) => from.columns.some(({ sql }) => sql === one.parts[0]));
    const several = by.length === 2 && bare && this.#words.dialect === "presto" && this.#random.chance(0.4);
    const sets = several ? this.#random.pick(["ROLLUP", "CUBE", "GROUPING SETS"]) : "";
    const parts = sets === "GROUPING SETS" ? ["(", ...between(by), "), (", by[0]!, "), ()"] : between(by);
    const group =
      by.length === 0 ? [] : [clause("GROUP BY ", ...(sets === "" ? parts : [`${sets} (`, ...parts, ")"]))];
    const count = this.#aggregates.find((one) => one.name === "count")!;
    const having = this.#random.chance(0.3) ? [clause("HAVING ", this.#aggregate(count, BIGINT, from.columns), this.#random.pick([" > 1", " < 3", " <> 2"]))] : []; // prettier-ignore
    return node("select", "SELECT ", ...between(items), " FROM ", from.node, ...where, ...group, ...having);
  }

  #aggregate(producer: Producer, type: Type, columns: Scope): Node {
    const args = this.#made.arguments(producer, type, columns, this.#random.whole(0, 1));
    if (producer.name === "count" && args.length === 0) return node("bigint", "count(*)");
    const [open, ...rest] = this.#made.filled(producer, args);
    const distinct = this.#random.chance(0.2) ? "DISTINCT " : "";
    const filter = this.#words.dialect === "presto" && this.#random.chance(0.15) ? [clause("FILTER (WHERE ", this.#made.of(BOOLEAN, columns, 1), ")")] : []; // prettier-ignore
    return node(this.#made.sort(type), `${open as string}${distinct}`, ...rest, ...filter);
  }

  #relation(depth: number, tables: readonly Relation[]): Relation {
    const roll = this.#random.next();
    if (depth > 0 && roll < 0.3) return this.#join(depth, tables);
    if (depth > 0 && roll < 0.42) return this.#derived(depth, tables);
    if (depth > 0 && roll < 0.5)
      return this.#words.dialect === "presto" ? this.#unnested() : this.#lateralView();
    if (roll < 0.53 && this.#words.dialect === "hive") return this.#values();
    if (roll < 0.6 && tables.length > 0) return this.#aliased(this.#random.pick(tables));
    const [main, side, blank] = this.#tables;
    const table = this.#random.pick([main!, main!, main!, side!, side!, blank!]);
    return this.#aliased({
      node: node("relation", table.name),
      columns: table.columns.map(({ name, type }) => ({ sql: name, type })),
    });
  }

  #aliased({ node: relation, columns }: Relation): Relation {
    const name = this.#name("r");
    return {
      node: node("relation", relation, ` ${name}`),
      columns: columns.map(({ sql, type }) => ({ sql: `${name}.${sql}`, type })),
    };
  }

  #derived(depth: number, tables: readonly Relation[]): Relation {
    const types = [BIGINT, this.#random.pick(this.#words.keys), VARCHAR];
    const columns = types.map((type, i) => ({ sql: `c${i + 1}`, type }));
    return this.#aliased({
      node: node("relation", "(", this.#query(types, depth - 1, tables), ")"),
      columns,
    });
  }

  #unnested(): Relation {
    const table = this.#aliased({
      node: node("relation", "main"),
      columns: this.#tables[0]!.columns.map(({ name, type }) => ({ sql: name, type })),
    });
    const name = this.#name("r");
    const over = (name: string): Scope[number] => table.columns.find(({ sql }) => sql.endsWith(`.${name}`))!;
    const source = this.#random.pick([
      { of: [over("an")], columns: [["e", BIGINT]] },
      { of: [over("av")], columns: [["e", VARCHAR]] },
      { of: [over("an"), over("av")], columns: [["e", BIGINT], ["f", VARCHAR]] },
      { of: [over("m")], columns: [["k", VARCHAR], ["e", BIGINT]] },
    ] as const); // prettier-ignore
    const [join, on] = this.#random.pick([
      ["CROSS JOIN", ""],
      ["LEFT JOIN", " ON true"],
    ] as const);
    // The entries of a map have no order.
    const isCounted = source.columns[0][0] !== "k";
    const names = [...source.columns.map(([column]) => column), ...(isCounted ? ["o"] : [])];
    return {
      node: node(
        "relation",
        table.node,
        ` ${join} UNNEST(${source.of.map(({ sql }) => sql).join(", ")})${isCounted ? " WITH ORDINALITY" : ""} AS ${name} (${names.join(", ")})${on}`,
      ),
      columns: [
        ...table.columns,
        ...source.columns.map(([column, type]) => ({ sql: `${name}.${column}`, type })),
        ...(isCounted ? [{ sql: `${name}.o`, type: BIGINT }] : []),
      ],
    };
  }

  #lateralView(): Relation {
    let { node: from, columns } = this.#aliased({
      node: node("relation", "main"),
      columns: this.#tables[0]!.columns.map(({ name, type }) => ({ sql: name, type })),
    });
    const table = columns[0]!.sql.split(".")[0]!;
    for (let i = this.#random.pick([1, 1, 2]); i > 0; i--) {
      const name = this.#name("r");
      const [call, outputs] = this.#random.pick([
        [`explode(${table}.an)`, [["e", BIGINT]]],
        [`posexplode(${table}.av)`, [["p", INTEGER], ["e", VARCHAR]]],
        [`explode(${table}.m)`, [["k", VARCHAR], ["e", BIGINT]]],
        [`explode(split(${table}.s, ','))`, [["e", VARCHAR]]],
        [`inline(array(struct(${table}.id, ${table}.w), struct(0L, 'x')))`, [["k", BIGINT], ["e", VARCHAR]]],
        [`stack(2, ${table}.id, ${table}.s, ${table}.n, 'x')`, [["k", BIGINT], ["e", VARCHAR]]],
        [`json_tuple(${table}.js, 'a', 'b')`, [["k", VARCHAR], ["e", VARCHAR]]],
      ] as const); // prettier-ignore
      const outer = this.#random.chance(0.3) ? "OUTER " : "";
      from = node("relation", from, ` LATERAL VIEW ${outer}${call} ${name} AS ${outputs.map(([column]) => column + name).join(", ")}`); // prettier-ignore
      columns = [...columns, ...outputs.map(([column, type]) => ({ sql: `${name}.${column}${name}`, type }))];
    }
    return { node: from, columns };
  }

  /** Hive names the columns of VALUES itself. */
  #values(): Relation {
    const types = [BIGINT, VARCHAR, this.#random.pick(this.#words.keys)];
    const rows = Array.from({ length: this.#random.whole(1, 4) }, () =>
      node("values", "(", ...between(types.map((type) => this.#made.of(type, [], 0))), ")"),
    );
    return this.#aliased({
      node: node("relation", "(VALUES ", ...between(rows), ")"),
      columns: types.map((type, i) => ({ sql: `col${i + 1}`, type })),
    });
  }

  /** Hive joins a LATERAL VIEW only as a subquery. */
  #joined(depth: number, tables: readonly Relation[]): Relation {
    const relation = this.#relation(depth - 1, tables);
    if (!relation.node.parts.some((part) => typeof part === "string" && part.includes("LATERAL VIEW")))
      return relation;
    const columns = [relation.columns[0]!, ...relation.columns.slice(this.#tables[0]!.columns.length)];
    return this.#aliased({
      node: node("relation", `(SELECT ${columns.map(({ sql }, i) => `${sql} AS c${i + 1}`).join(", ")} FROM `, relation.node, ")"), // prettier-ignore
      columns: columns.map(({ type }, i) => ({ sql: `c${i + 1}`, type })),
    });
  }

  #join(depth: number, tables: readonly Relation[]): Relation {
    const left = this.#joined(depth, tables);
    const right = this.#joined(depth, tables);
    const columns = [...left.columns, ...right.columns];
    const kind = this.#random.pick(["JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "JOIN", "CROSS JOIN"]);
    if (kind === "CROSS JOIN")
      return { node: node("relation", left.node, " CROSS JOIN ", right.node), columns };
    const type = this.#random.pick(this.#words.keys);
    // Beside the equation an outer join may have conditions on one side; only an inner one may have conditions on both.
    const more = this.#random.chance(0.3)
      ? [clause("AND ", this.#made.of(BOOLEAN, kind === "JOIN" ? columns : right.columns, 1))]
      : [];
    const equation = [
      this.#made.of(type, left.columns, this.#random.whole(0, 1)),
      " = ",
      this.#made.of(type, right.columns, 0),
    ];
    return {
      node: node(
        "relation",
        left.node,
        ` ${kind} `,
        right.node,
        " ON ",
        node("boolean", ...equation),
        ...more,
      ),
      columns,
    };
  }

  #predicate(columns: Scope, depth: number): Node {
    const parts = Array.from({ length: this.#random.whole(1, 2) }, () =>
      depth > 0 && this.#random.chance(0.3) ? this.#subquery(columns) : this.#made.of(BOOLEAN, columns, this.#random.whole(1, 2)));
    return list(parts.map((part) => node("boolean", "(", part, ")")), this.#random.pick([" AND ", " OR "]));
  } // prettier-ignore

  /** A predicate with a subquery, correlated or not. */
  #subquery(columns: Scope): Node {
    const inner = this.#aliased({
      node: node("relation", "side"),
      columns: this.#tables[1]!.columns.map(({ name, type }) => ({ sql: name, type })),
    });
    const type = this.#random.pick([BIGINT, VARCHAR, DOUBLE]);
    const outer = columns.filter((one) => sameType(one.type, type));
    const own = inner.columns.find((one) => sameType(one.type, type))!.sql;
    const where = clause("WHERE ", this.#made.of(BOOLEAN, inner.columns, 1));
    const not = this.#random.chance(0.4) ? "NOT " : "";
    if (outer.length > 0 && this.#random.chance(0.3))
      return node("boolean", `${not}EXISTS (SELECT 1 FROM `, inner.node, ` WHERE ${own} = ${this.#random.pick(outer).sql}`, clause("AND ", this.#made.of(BOOLEAN, inner.columns, 1)), ")"); // prettier-ignore
    if (this.#words.dialect === "presto" && this.#random.chance(0.15)) {
      const sign = this.#random.pick(["= ANY", "<> ALL", "> ALL", "<= ANY", "< ALL", ">= ANY"]);
      return node(
        "boolean",
        this.#made.of(type, columns, 0),
        ` ${sign} (SELECT `,
        node(this.#made.sort(type), own),
        " FROM ",
        inner.node,
        where,
        ")",
      );
    }
    if (outer.length > 0 && this.#words.dialect === "presto" && this.#random.chance(0.3))
      return node(
        "boolean",
        `(SELECT count(*) FROM `,
        inner.node,
        ` WHERE ${own} = ${this.#random.pick(outer).sql}) ${this.#random.pick(["> 0", "= 1", "< 2"])}`,
      );
    return node(
      "boolean",
      this.#made.of(type, columns, 0),
      ` ${not}IN (SELECT ${own} FROM `,
      inner.node,
      where,
      ")",
    );
  }

  #name(letter: string): string {
    return `${letter}${++this.#names}`;
  }
}

const between = (items: readonly Node[]): Part[] =>
  items.flatMap((item, i) => (i === 0 ? [item] : [", ", item]));
const named = (place: number, item: Node): Node => node("item", item, ` AS c${place + 1}`);

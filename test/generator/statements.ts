import { BOOLEAN } from "../../src/dialect/types/type.ts";
import { Expressions, type Scope } from "./expressions.ts";
import { clause, node, type Node } from "./node.ts";
import type { Random } from "./random.ts";
import { tablesOf } from "./tables.ts";
import type { Producer, Vocabulary } from "./vocabulary.ts";

/** Expressions that one query can combine, each of them also a statement. */
export interface Batch {
  /** Combines some of the items into one statement. */
  readonly query: (items: readonly Node[]) => Node;
  readonly items: readonly Node[];
}

const columnsOf = ({ dialect }: Vocabulary): Scope => tablesOf(dialect)[0]!.columns.map(({ name, type }) => ({ sql: name, type })); // prettier-ignore
const select = (items: readonly Node[], rest: string): Node =>
  node("statement", "SELECT id, ", ...items.flatMap((item, i) => (i === 0 ? [item] : [", ", item])), rest);

/** Every function and operator in turn, with arguments of the right types. */
export function scalarBatch(random: Random, words: Vocabulary, first: number, count: number): Batch {
  const expressions = new Expressions(random, words);
  const items = Array.from({ length: count }, (_, i) => {
    const producer = words.scalars[(first + i) % words.scalars.length]!;
    return expressions.call(
      producer,
      expressions.resultOf(producer),
      columnsOf(words),
      random.pick([1, 1, 2, 2, 3]),
    );
  });
  return { items, query: (some) => select(some, " FROM main") };
}

/** Every aggregate in turn, over the whole table or its groups. */
export function aggregateBatch(random: Random, words: Vocabulary, first: number, count: number): Batch {
  const expressions = new Expressions(random, words);
  const items = Array.from({ length: count }, (_, i) =>
    aggregateCall(random, words, expressions, words.aggregates[(first + i) % words.aggregates.length]!));
  const key = random.pick(["id % 2", "id % 3", "w", "b", "id % 4 = 0", null]);
  return {
    items,
    query: (some) =>
      node("statement", `SELECT ${key ?? "0"}, `, ...some.flatMap((item, i) => (i === 0 ? [item] : [", ", item])),
        ` FROM main${key === null ? "" : ` GROUP BY ${key}`}`),
  };
} // prettier-ignore

function aggregateCall(
  random: Random,
  words: Vocabulary,
  expressions: Expressions,
  producer: Producer,
): Node {
  const type = expressions.resultOf(producer);
  const args = expressions.arguments(producer, type, columnsOf(words), random.pick([0, 0, 1, 2]));
  const ordered = words.ordered.has(producer.name);
  const presto = words.dialect === "presto";
  const distinct = !ordered && args.length === 1 && random.chance(0.2);
  const within = producer.name === "listagg";
  const [open, ...rest] = expressions.filled(
    producer,
    args,
    ordered && presto && !within ? " ORDER BY id" : "",
  );
  const filter =
    presto && random.chance(0.2)
      ? [clause("FILTER (WHERE ", expressions.of(BOOLEAN, columnsOf(words), 1), ")")]
      : [];
  return node(expressions.sort(type), `${open as string}${distinct ? "DISTINCT " : ""}`, ...rest, ...(within ? [" WITHIN GROUP (ORDER BY id)"] : []), ...filter); // prettier-ignore
}

/** Every window function in turn, and aggregates over windows. */
export function windowBatch(random: Random, words: Vocabulary, first: number, count: number): Batch {
  const expressions = new Expressions(random, words);
  const aggregates = words.aggregates.filter((one) => !words.ordered.has(one.name));
  const items = Array.from({ length: count }, (_, i) => {
    const turn = first + i;
    const producer =
      turn % 2 === 0 ? words.windows[(turn / 2) % words.windows.length]! : random.pick(aggregates);
    const type = expressions.resultOf(producer);
    const args = expressions.arguments(producer, type, columnsOf(words), random.pick([0, 0, 1]));
    return node(
      expressions.sort(type),
      ...expressions.filled(producer, args),
      " OVER (",
      ...over(random, words, expressions, producer),
      ")",
    );
  });
  return { items, query: (some) => select(some, " FROM main") };
}

const FRAMELESS = ["rank", "dense_rank", "percent_rank", "cume_dist", "ntile", "row_number", "lag", "lead"];
const ENDS = [
  "UNBOUNDED PRECEDING",
  "2 PRECEDING",
  "1 PRECEDING",
  "CURRENT ROW",
  "1 FOLLOWING",
  "2 FOLLOWING",
  "UNBOUNDED FOLLOWING",
];

function over(random: Random, words: Vocabulary, expressions: Expressions, producer: Producer): Node[] {
  const key = random.pick(words.keys);
  const partition = random.chance(0.6)
    ? [clause("PARTITION BY ", expressions.of(random.pick(words.keys), columnsOf(words), random.whole(0, 1)))]
    : [];
  // Rows with equal keys have no order: `id` breaks ties.
  const ties = random.pick(["id", "id DESC"]);
  const order = node(
    "order",
    " ORDER BY ",
    expressions.of(key, columnsOf(words), random.whole(0, 1)),
    direction(random, words),
    `, ${ties}`,
  );
  if (FRAMELESS.includes(producer.name) || random.chance(0.4)) return [...partition, order];
  const from = random.whole(0, 5);
  const to = random.whole(Math.max(from, 1), 6);
  const unit = random.pick(words.dialect === "presto" ? ["ROWS", "ROWS", "RANGE", "GROUPS"] : ["ROWS"]);
  const ends = (at: number): string =>
    unit === "RANGE" && ![0, 3, 6].includes(at) ? "CURRENT ROW" : ENDS[at]!;
  return [...partition, order, clause(`${unit} BETWEEN ${ends(from)} AND ${ends(to)}`)];
}

export function direction(random: Random, words: Vocabulary): string {
  return random.pick(
    words.dialect === "presto"
      ? ["", " ASC", " DESC", " NULLS FIRST", " DESC NULLS LAST"]
      : [" ASC NULLS FIRST", " DESC NULLS LAST"],
  );
}

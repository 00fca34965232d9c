import { engineType } from "../../types/engine-type.ts";
import type { Scope } from "../../analyze/scope.ts";
import type { Translation } from "../../analyze/translation.ts";
import { type Typed, withType } from "../../analyze/typed.ts";
import type { Call } from "../../parse/ast.ts";
import { arrayOf, BIGINT, DOUBLE, INTEGER, isInteger, VARCHAR } from "../../types/type.ts";
import { commas, engine, type Sql, constant } from "../../sql/tree.ts";
import { convertHive } from "../convert.ts";
import { type MadeRows, type TableFunction, tableFunctions } from "../table-function.ts";
import { hivemallOptions, wholeOption } from "./options.ts";

/** Arguments of a table function; a star expands to all columns. */
function rowArguments(t: Translation, call: Call, scope: Scope, least: number): Typed[] {
  const args = call.args.flatMap((arg) =>
    arg.kind === "star"
      ? scope.block.columns
          .filter((column) => !column.hidden)
          .map((column) => withType(column.sql, column.type))
      : [t.expression(arg, scope)],
  );
  if (args.length < least)
    t.syntaxError(`${call.name} takes at least ${least} arguments, found ${args.length}`, call.pos);
  return args;
}

const whole = (t: Translation, call: Call, value: Typed): Sql => convertHive(t, value, BIGINT, call.pos).sql;

/** Repeats each value `count` times. A lambda inside a lateral join could not refer to them. */
const repeated = (count: Sql, values: readonly Typed[]): Sql[] =>
  values.map(({ sql }) => engine`list_resize([${sql}], greatest(${count}, 0), ${sql})`);

const amplify: TableFunction = (t, call, scope) => {
  const [times, ...rest] = rowArguments(t, call, scope, 2) as [Typed, ...Typed[]];
  // Row order is undefined anyway, so the argument for the shuffle buffer (options, or a size) is ignored.
  const buffered =
    call.name === "rand_amplify" &&
    rest.length > 1 &&
    ["string", "number"].includes(typeof rest[0]!.constant);
  const values = buffered ? rest.slice(1) : rest;
  return {
    lists: repeated(whole(t, call, times), values),
    columns: values.map(({ type }, i) => ({ name: `c${i + 1}`, type })),
  };
};

const generateSeries: TableFunction = (t, call, scope) => {
  const args = rowArguments(t, call, scope, 2);
  if (args.length > 3 || args.some(({ type }) => !isInteger(type)))
    t.invalid("generate_series takes start, end and step as integers", call.pos);
  const type = args.some((arg) => arg.type.kind === "bigint") ? BIGINT : INTEGER;
  const bounds = args.map((arg) => whole(t, call, arg));
  return {
    lists: [engine`CAST(generate_series(${commas(bounds)}) AS ${engineType(arrayOf(type))})`],
    columns: [{ name: "generate_series", type }],
  };
};

/** Rows with label 1, then rows with label 0. */
const binarizeLabel: TableFunction = (t, call, scope) => {
  const [positive, negative, ...values] = rowArguments(t, call, scope, 3) as [Typed, Typed, ...Typed[]];
  const [ones, zeros] = [positive, negative].map(
    (count) => engine`greatest(${whole(t, call, count)}, 0)`,
  ) as [Sql, Sql];
  const labels = engine`list_resize(list_resize([1], ${ones}, 1), ${ones} + ${zeros}, 0)`;
  return {
    lists: [...repeated(engine`${ones} + ${zeros}`, values), labels],
    columns: [
      ...values.map(({ type }, i) => ({ name: `c${i}`, type })),
      { name: `c${values.length}`, type: INTEGER },
    ],
  };
};

const minhash: TableFunction = (t, call, scope) => {
  const [item, features, optionText] = rowArguments(t, call, scope, 2) as [Typed, Typed, Typed | undefined];
  const names = { valued: ["n", "hashes", "k", "keygroups"] };
  const options = hivemallOptions(t, call.name, optionText, names, call.pos);
  const option = (short: string, long: string, otherwise: number): number =>
    wholeOption(t, `-${short}`, options.get(short) ?? options.get(long), otherwise, call.pos);
  const count = option("n", "hashes", 5);
  const signatures = engine`svc_minhash(${convertHive(t, features, arrayOf(VARCHAR), call.pos).sql}, ${count}::BIGINT, ${option("k", "keygroups", 2)}::BIGINT)`;
  return {
    lists: [engine`CAST(${signatures} AS INTEGER[])`, ...repeated(constant(`${count}`), [item])],
    columns: [
      { name: "clusterid", type: INTEGER },
      { name: "item", type: item.type },
    ],
  };
};

export const hivemallRows = tableFunctions("Hivemall, rows")`
-- treasure-boxes/machine-learning-box/kdd12track2
amplify(n, value, …) → rows | each row n times; * for all columns | select amplify(2, x) as x from (select 1 x) t --> [[1],[1]]
  ${amplify}
binarize_label(positive, negative, value, …) → rows | so many rows with the label 1 and with 0 | select binarize_label(1, 2, 'a', 5) --> [["a",5,1],["a",5,0],["a",5,0]]
  ${binarizeLabel}
-- Hivemall's guide, multiclass/iris_dataset
rand_amplify(n, value, …) → rows | each row n times, in any order | select rand_amplify(2, 10, x) as x from (select 1 x) t --> [[1],[1]]
  ${amplify}
-- Hivemall's guide, eval/lr_datagen
generate_series(start, end[, step]) → rows | whole numbers from start to end | select generate_series(2, 4) --> [[2],[3],[4]]
  ${generateSeries}
-- Hivemall's guide, recommend/news20_jaccard
minhash(item, features[, options]) → rows | numbers that like sets of features share; options -n, -k | select minhash(id, array(item), '-n 2') as (c, id) from orders where id < 12 --> [[242030955,10],[1524751645,11],[227583707,10],[1467361628,11]]
  ${minhash}
`;

/** The only function that needs all rows; it must be alone in its select list. */
export const EACH_TOP_K = "each_top_k";

/**
 * `each_top_k(k, group, key, value, …)`: per group the k rows with the largest keys (smallest for a negative k), with their ranks;
 * equal keys share a rank. Rows need not be sorted by group.
 */
export function eachTopK(
  t: Translation,
  call: Call,
  scope: Scope,
  from: Sql,
): { readonly sql: Sql; readonly columns: MadeRows["columns"] } {
  const [k, group, key, ...values] = rowArguments(t, call, scope, 4) as [Typed, Typed, Typed, ...Typed[]];
  if (k.constant === 0) t.invalid("each_top_k takes a k other than 0", call.pos);
  const count = whole(t, call, k);
  const number = convertHive(t, key, DOUBLE, call.args[2]!.pos).sql;
  const over = engine`(PARTITION BY ${group.sql} ORDER BY CASE WHEN ${count} < 0 THEN -${number} ELSE ${number} END DESC)`;
  const names = values.map((_, i) => engine`v${i}`);
  const list = values.map((value, i) => engine`${value.sql} AS v${i}`);
  const inner = engine`SELECT row_number() OVER ${over} AS n, abs(${count}) AS k, CAST(dense_rank() OVER ${over} AS INTEGER) AS r, ${number} AS s, ${commas(list)} FROM ${from}`;
  return {
    sql: engine`SELECT r, s, ${commas(names)} FROM (${inner}) WHERE n <= k`,
    columns: [
      { name: "rank", type: INTEGER },
      { name: "key", type: DOUBLE },
      ...values.map(({ type }, i) => ({ name: `c${i + 1}`, type })),
    ],
  };
}

import type { CallContext } from "../functions/function-table.ts";
import { sqlOf } from "../analyze/typed.ts";
import { windowSql } from "../analyze/expressions/window.ts";
import { apart, chain, engine, nested, separated, type Sql } from "../sql/tree.ts";

/** Number of a row's session: rows of one key in time order, split at gaps of more than `timeout` seconds. */
function sessionNumber(time: Sql, timeout: Sql, over: Sql): Sql {
  const gap = engine`${time} - lag(${time}, 1, ${time} - ${timeout} - 1) OVER ${over}`;
  const start = nested(engine`CASE WHEN ${gap} > ${timeout} THEN TRUE END`);
  return engine`nullif(${apart(engine`count(${start}) OVER ${over}`)}, 0)`;
}

/** TD_SESSIONIZE_WINDOW(time, timeout) OVER (PARTITION BY key ORDER BY time): the session's id. */
export const sessionizeWindow = (c: CallContext): Sql => {
  const spec = c.call.over!;
  if (spec.frame !== null) return c.t.unsupported("a frame in td_sessionize_window", c.pos);
  const over = windowSql(c.t, spec, c.scope);
  const key =
    spec.partitionBy.length === 0
      ? engine`''`
      : chain(
          "||",
          separated(spec.partitionBy.map((expr) => engine`coalesce(CAST(${c.analyze(expr).sql} AS VARCHAR), '')`), ":"), // prettier-ignore
        );
  return engine`~session_id(${key}, ${sessionNumber(c.args[0]!.sql, c.args[1]!.sql, over)})`;
};

/**
 * TD_SESSIONIZE(time, timeout, key) of a subquery sorted by key and time, as documented. The engine does not preserve the order of
 * subqueries, so rows are sorted here.
 */
export const sessionize = (c: CallContext): Sql => {
  const [time, timeout, key] = sqlOf(c.args) as [Sql, Sql, Sql];
  return engine`~session_id(coalesce(${key}, ''), ${sessionNumber(time, timeout, engine`(PARTITION BY ${key} ORDER BY ${time})`)})`;
};

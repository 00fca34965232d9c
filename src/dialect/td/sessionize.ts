import type { CallContext } from "../functions/function-table.ts";
import { sqlOf } from "../analyze/typed.ts";
import { windowSql } from "../analyze/expressions/window.ts";
import { engine, type Sql, chain, separated } from "../sql/tree.ts";

/**
 * Start of a row's session: rows of one key in time order, split at gaps of more than `timeout` seconds. Window functions can't be
 * nested, so a running window collects the times so far, and the list is folded to the start of the last session.
 */
function sessionStart(time: Sql, timeout: Sql, over: Sql): Sql {
  const times = engine`list(${time}) OVER ${over}`;
  return engine`~session_start(${times}, ${timeout})`;
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
  return engine`~session_id(${key}, ${sessionStart(c.args[0]!.sql, c.args[1]!.sql, over)})`;
};

/**
 * TD_SESSIONIZE(time, timeout, key) of a subquery sorted by key and time, as documented. The engine does not preserve the order of
 * subqueries, so rows are sorted here.
 */
export const sessionize = (c: CallContext): Sql => {
  const [time, timeout, key] = sqlOf(c.args) as [Sql, Sql, Sql];
  return engine`~session_id(coalesce(${key}, ''), ${sessionStart(time, timeout, engine`(PARTITION BY ${key} ORDER BY ${time})`)})`;
};

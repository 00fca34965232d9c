import { describe, expect, test } from "@jest/globals";
import { tokenize } from "../../../src/dialect/parse/lexer.ts";
import {
  readHiveStatement,
  quoteTime,
  outerPieces,
} from "../../../src/clusters/hive-server/hive-statement.ts";
import { parseDuration } from "../../../src/service/statements/client-session.ts";
import { inMilliseconds } from "../../../src/engine/results/pages/page-rows.ts";
import { classifyStatement } from "../../../src/engine/contract/session-statement.ts";
import { rewriteCalls } from "../../../src/clusters/td/rewrite-calls.ts";
import { tdWriters } from "../../../src/clusters/td/td-writers.ts";
import { trinoTime, checkReadOnly } from "../../../src/clusters/trino/trino-statement.ts";
import { readStatementText } from "../../../src/dialect/parse/statement-text.ts";
import { threadCpuMs } from "../../../src/system/threads/thread-cpu-ms.ts";
import { sessionHints } from "../../../src/dialect/parse/session-hints.ts";
import { someOf } from "../../jest/short-form.ts";

/** Functions that read a client's text before anything else. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  tokenize: (text) => tokenize(text, "presto"),
  readStatement: (text) => classifyStatement(text, new Map([["p", "select ?"]])),
  parseDuration,
  inMilliseconds,
  sessionHints,
  checkReadOnly,
  readStatementText: (text) => readStatementText(text, "presto"),
  rewriteCalls: (text) => rewriteCalls(text, "presto", tdWriters(trinoTime, 0)),
  "rewriteCalls in Hive": (text) => rewriteCalls(text, "hive", tdWriters(trinoTime, 0)),
  readHiveStatement,
  outerPieces,
  quoteTime,
};

const HOSTILE: Readonly<Record<string, (n: number) => string>> = {
  spaces: (n) => `${" ".repeat(n)}selec`,
  comments: (n) => `${"/**/ ".repeat(n)}?`,
  "line comments": (n) => `${"--\n".repeat(n)}?`,
  "open comments": (n) => "/*".repeat(n),
  quotes: (n) => `set session a = ${"'".repeat(2 * n + 1)}`,
  "a session hint": (n) => `-- set session a = b${" ".repeat(n)}x`,
  semicolons: (n) => ";".repeat(n),
  "semicolons between spaces": (n) => `select 1${" ;".repeat(n)}`,
  "calls side by side": (n) => `select ${"td_time_add(x, '1d'), ".repeat(n / 20)}1`,
  "calls in each other": (n) => `select ${"td_time_add(".repeat(n / 20)}x${", '1d')".repeat(n / 20)}`,
  "a call around brackets": (n) => `select td_time_add(${"(".repeat(n)}x${")".repeat(n)}, '1d')`,
  digits: (n) => `${"1".repeat(n)}.${"1".repeat(n)}x`,
  parentheses: (n) => `execute p using ${"(".repeat(n)}`,
};

/** Processor milliseconds of the cheapest of several runs. */
function quickest(work: () => unknown): number {
  let best = Infinity;
  for (let i = 0; i < 3; i++) {
    const start = threadCpuMs();
    try {
      work();
    } catch {
      // Errors in the text do not matter here.
    }
    best = Math.min(best, threadCpuMs() - start);
  }
  return best;
}

describe.each(Object.entries(READERS))("%s takes linear time", (_name, read) => {
  test.each(someOf(Object.entries(HOSTILE), 4))("with %s", (_kind, make) => {
    const [short, long] = [make(1000), make(32_000)];
    // Thirty-two times the text would take a thousand times as long with quadratic growth.
    const expected = Math.max(
      0.2,
      quickest(() => read(short)),
    );
    expect(quickest(() => read(long))).toBeLessThan(600 * expected);
  });
});

import { expect, test } from "@jest/globals";
import { WrittenNames } from "../../../src/engine/run/written-names.ts";
import { threadCpuMs } from "../../../src/system/threads/thread-cpu-ms.ts";

test("calls are told by what the statement has for them, and what it lacks by the names within", () => {
  const names = new WrittenNames("select max(price) from t", "presto", {
    sql: 'select min(-(r1."price")) from t',
    marks: [{ at: 7, pos: 7 }],
  });
  expect(names.inStatementWords("min(-(price))")).toBe("max(price)");
  expect(names.inStatementWords("svc_own(price)")).toBe("…(price)");
});

test("very long expressions are not shown", () => {
  const names = new WrittenNames("select a from t", "presto", { sql: "select a from t", marks: [] });
  expect(names.inStatementWords(`(${"a + ".repeat(1000)}a)`)).toBe("…");
});

test.each([
  ["side by side", (n: number) => Array.from({ length: n }, (_, i) => `sum(a${i})`)],
  ["in each other", (n: number) => [`${"abs(".repeat(n)}a${")".repeat(n)}`]],
])("reading calls %s takes linear time", (_name, calls) => {
  const costMs = (n: number): number => {
    // The engine's SQL is the statement's own here.
    const sql = `select ${calls(n).join(", ")} from t`;
    const marks = [...sql.matchAll(/\w+\(/g)].map(({ index }) => ({ at: index, pos: index }));
    const start = threadCpuMs();
    new WrittenNames(sql, "presto", { sql, marks });
    return threadCpuMs() - start;
  };
  costMs(1000);
  expect(costMs(16_000)).toBeLessThan(32 * Math.max(costMs(2000), 5));
});

import { expect, test } from "@jest/globals";
import { visibleNames, type VisibleNames } from "../../../src/dialect/visible/visible-names.ts";
import { threadCpuMs } from "../../../src/system/threads/thread-cpu-ms.ts";
import { someOf } from "../../jest/short-form.ts";
import { LONG_STATEMENTS, WRONG, type LongStatement } from "./long-statements.ts";

function namesIn(write: LongStatement, count: number, wrong: (typeof WRONG)[number]): VisibleNames {
  const marked = write(count, wrong);
  const columns = (_: string, table: string) =>
    table === "t" ? [{ name: "a", type: "bigint" }, { name: "b", type: "varchar" }] : null; // prettier-ignore
  return visibleNames(marked.replace("¦", ""), marked.indexOf("¦"), {
    dialect: "presto",
    database: "d",
    columns,
  });
}

const columnsOf = ({ relations }: VisibleNames): string =>
  relations
    .flatMap(({ columns }) => columns ?? [])
    .map(({ name, type }) => `${name} ${type}`)
    .join(", ");

/** Processor milliseconds of the cheaper of two runs. */
function quickest(work: () => unknown): number {
  const runs = [0, 1].map(() => {
    const start = threadCpuMs();
    work();
    return threadCpuMs() - start;
  });
  return Math.min(...runs);
}

const CASES = Object.keys(LONG_STATEMENTS).flatMap((name) => WRONG.map((wrong) => ({ name, wrong })));

test.each(someOf(CASES, 11))("ten times as many of $name, wrong $wrong, take less than thirty times as long", ({ name, wrong }) => {
  const write = LONG_STATEMENTS[name]!;
  const few = quickest(() => namesIn(write, 200, wrong));
  expect(quickest(() => namesIn(write, 2000, wrong))).toBeLessThan(30 * Math.max(few, 2));
}); // prettier-ignore

test("a chain of WITH has types as far as the analysis goes, and names to its end", () => {
  const chain = LONG_STATEMENTS["chained WITH"]!;
  expect(columnsOf(namesIn(chain, 20, "nowhere"))).toBe("a bigint, b varchar");
  expect(columnsOf(namesIn(chain, 20, "each"))).toBe("a bigint, b null");
  expect(columnsOf(namesIn(chain, 2000, "nowhere"))).toBe("a null, b null");
  expect(columnsOf(namesIn(chain, 2000, "each"))).toBe("a null, b null");
  const list = LONG_STATEMENTS["a list in a query"]!;
  expect(columnsOf(namesIn(list, 2000, "last")).split(", ")).toHaveLength(2000);
});

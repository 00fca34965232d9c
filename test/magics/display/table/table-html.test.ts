import { table as arqueroTable } from "arquero";
import { describe, expect, test } from "@jest/globals";
import { Table } from "../../../../src/core/table/table.ts";
import { toHtml } from "../../../../src/magics/display/table/table-html.ts";
import { set_timezone } from "../../../../src/magics/result/set-timezone.ts";
import { tableOf } from "../../../core/table/table-of.ts";

const INDEX = "font-weight:600;border-right:1px solid;white-space:nowrap";

test("a small table, whole", () => {
  const table = tableOf({ symbol: ["AAPL", null], close: [1.5, 2] });
  expect(toHtml(table)).toBe(
    [
      '<table class="svc-table" style="color:inherit;font-variant-numeric:tabular-nums">',
      '<caption style="caption-side:bottom;text-align:left;white-space:nowrap;opacity:0.7">2 rows × 2 columns</caption>',
      `<thead><tr><td style="${INDEX}"></td><th scope="col" style="text-align:left">symbol</th>` +
        '<th scope="col" style="text-align:right">close</th></tr></thead>',
      `<tbody><tr><th scope="row" style="text-align:right;${INDEX}">0</th>` +
        '<td style="text-align:left">AAPL</td><td style="text-align:right">1.5</td></tr>',
      `<tr><th scope="row" style="text-align:right;${INDEX}">1</th>` +
        '<td style="text-align:left"><i style="opacity:0.6">null</i></td><td style="text-align:right">2.0</td></tr></tbody>',
      "</table>",
    ].join("\n"),
  );
});

test("the index comes first, with its zone", () => {
  const times = [new Date("2024-05-06T07:08:09Z"), new Date("2024-05-07T07:08:09Z")];
  const table = set_timezone(tableOf({ n: [1, 2], time: times }, { index: ["time"] }), "Asia/Tokyo");
  const html = toHtml(table);
  expect(html).toContain(
    `<th scope="col" style="text-align:left;font-style:italic;${INDEX}">time</th><th scope="col"`,
  );
  expect(html).toContain(
    `<th scope="row" style="text-align:left;${INDEX}">2024-05-06 16:08:09+09:00</th><td`,
  );
  expect(html).toContain("2 rows × 1 column<");
});

test("names and cells are escaped", () => {
  const evil = `</td><script>alert("1")</script>&'`;
  const html = toHtml(tableOf({ [evil]: [evil], x: [evil] }, { index: [evil] }));
  expect(html).not.toContain("<script");
  expect(html.split("&lt;/td&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;")).toHaveLength(
    4,
  );
});

test("a shortened cell expands without a script; only ten per table", () => {
  const text = `<b>${"x".repeat(3000)}`;
  const html = toHtml(tableOf({ t: Array.from({ length: 20 }, () => text) }));
  expect(html).toContain(
    `<details><summary>&lt;b&gt;${"x".repeat(96)}…</summary>` +
      `<pre style="white-space:pre-wrap;text-align:left;max-width:60em;margin:0">&lt;b&gt;${"x".repeat(3000)}</pre></details>`,
  );
  expect(html.match(/<details>/g)).toHaveLength(10);
  expect(html.match(/<td/g)).toHaveLength(21);
});

test("thousands separators in measures, not in the index and in keys", () => {
  const table = tableOf({ shop: [10001], order_id: [20002], amount: [30003] }, { index: ["shop"] });
  const html = toHtml(table);
  for (const text of [">10001</th>", ">20002</td>", ">30,003</td>"]) expect(html).toContain(text);
});

describe("large tables", () => {
  test("head and tail, with the row numbers of both", () => {
    const html = toHtml(tableOf({ n: Array.from({ length: 61 }, (_, row) => row * 2) }));
    const shown = [...html.matchAll(/<th scope="row"[^>]*>(\d+)</g)].map(([, row]) => Number(row));
    expect(shown).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60]);
    expect(html).toContain(">120</td>");
    expect(html).toContain(">61 rows × 1 column<");
    expect(html.match(/…/g)).toHaveLength(2);
  });

  test("of a filter", () => {
    const table = arqueroTable({ n: Array.from({ length: 1000 }, (_, row) => row) }).filter(
      (d: { n: number }) => d.n % 3 === 0,
    );
    const html = toHtml(table);
    expect(html).toContain(">334 rows × 1 column<");
    expect(html).toContain(">27</td>");
    expect(html).toContain(">972</td>");
    expect(html).not.toContain(">28</td>");
  });

  test("of a sort", () => {
    const table = arqueroTable({ n: Array.from({ length: 100 }, (_, row) => (row * 37) % 100) }).orderby("n");
    const shown = [...toHtml(table).matchAll(/right">(\d+)<\/td>/g)].map(([, n]) => Number(n));
    expect(shown.slice(0, 3)).toEqual([0, 1, 2]);
    expect(shown.slice(-2)).toEqual([98, 99]);
  });

  test("many columns", () => {
    const names = Array.from({ length: 31 }, (_, at) => `c${at}`);
    const html = toHtml(
      Table.of(
        names.map(() => [1]),
        names,
      ),
    );
    expect([...html.matchAll(/<th scope="col"[^>]*>([^<]+)</g)].map(([, name]) => name)).toEqual([
      ...names.slice(0, 15),
      "…",
      ...names.slice(-15),
    ]);
    expect(html).toContain("1 row × 31 columns");
  });

  test("only displayed cells are read", () => {
    let looks = 0;
    const column = {
      length: 10_000_000,
      at: (row: number) => {
        looks += 1;
        return row;
      },
      *[Symbol.iterator]() {
        yield 0;
        throw new Error("nobody may walk the whole column");
      },
    };
    expect(toHtml(tableOf({ n: column }))).toContain("10,000,000 rows × 1 column");
    expect(looks).toBeLessThanOrEqual(20);
  });
});

test("no rows, and no columns", () => {
  expect(toHtml(tableOf({ n: [] }))).toContain("0 rows × 1 column");
  expect(toHtml(Table.of([], []))).toContain("0 rows × 0 columns");
});

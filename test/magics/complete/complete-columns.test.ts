import { expect, test } from "@jest/globals";
import { columnPlace } from "../../../src/magics/complete/complete-columns.ts";

test.each([
  ['df.groupby("', "df", ""],
  ["x = df.array('or", "df", "or"],
  ['df.select("origin", "de', "df", "de"],
  ['$a.orderby(["o', "$a", "o"],
  ['df.orderby(desc("de', "df", "de"],
  ['df.orderby("origin", desc("', "df", ""],
  ["df.derive({ late: (d) => d.", "df", ""],
  ["df.derive({ late: d => d.delay > 3,\n  x: (row) => 2 * row.de", "df", "de"],
  ["df.filter((d, $) => d.o", "df", "o"],
  ['df.groupby("origin").rollup({ n: 1 }); dg.rollup({ n: (d) => op.sum(d.de', "dg", "de"],
])("columns of a table are completed after %j", (before, table, prefix) => {
  expect(columnPlace(before)).toEqual({ table, fields: [], prefix });
});

test.each([
  ["df.derive({ city: (d) => d.place.", ["place"], ""],
  ["df.filter((d) => d.place.at.la", ["place", "at"], "la"],
])("fields of a nested row are completed after %j", (before, fields, prefix) => {
  expect(columnPlace(before)).toEqual({ table: "df", fields, prefix });
});

test.each(['f("', 'df.plot("', "df.derive({ late: (d) => e.", "(d) => d.", 'a.df.array("', "df.array(d."])(
  "no columns after %j",
  (before) => {
    expect(columnPlace(before)).toBeNull();
  },
);

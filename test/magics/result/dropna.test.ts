import { expect, test } from "@jest/globals";
import { dropna } from "../../../src/magics/result/dropna.ts";
import { recordingHost } from "../helpers/recording-host.ts";
import { tableOf } from "../../core/table/table-of.ts";

test("dropna removes columns without values", () => {
  const host = recordingHost();
  const table = tableOf(
    {
      null: [null, null],
      nan: [NaN, undefined],
      zero: [null, 0],
      empty: ["", ""],
      date: [new Date(NaN), null],
    },
    { index: ["null"] },
  );
  const dropped = dropna(table);
  expect(dropped.columnNames()).toEqual(["zero", "empty"]);
  expect(dropped.index).toEqual([]);
  const nothing = tableOf({ a: [] });
  expect(dropna(nothing)).toBe(nothing);
  const nameless = tableOf({ "": [1], b: [null] });
  expect(dropna(nameless).columnNames()).toEqual([""]);
  expect(host.printed).toEqual([]);
});

test("dropna says how many rows had no value at all", () => {
  const host = recordingHost();
  const table = tableOf({ a: [null, null, null], b: [null, NaN, null] });
  expect(dropna(table).columnNames()).toEqual([]);
  expect(host.printed).toEqual([
    "stdout: INFO: 3 rows, but none of 2 columns holds a value: all are dropped\n",
  ]);
});

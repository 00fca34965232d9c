import { describe, expect, test } from "@jest/globals";
import { checkAnnounced, type Received } from "../../../src/core/decode/check-announced.ts";
import { collectWarnings } from "../helpers/collect-warnings.ts";

const warnings = collectWarnings();

/** Ten rows in a hundred bytes, with a valid checksum and a complete transfer. */
const CAME: Received = { rows: 10, bytes: 100, checked: true, framed: true };

describe("a file of 10 rows in 100 bytes with a valid checksum", () => {
  test.each<[rows: number | null, bytes: number | null, codes: string[]]>([
    [10, 100, []],
    [null, null, []],
    [12, null, ["result-rows"]],
    [12, 100, ["result-rows"]],
    [0, null, ["result-rows"]],
    [10, 50, ["result-size"]],
    [10, 150, ["result-size"]],
    [null, 150, ["result-size"]],
    [0, 0, ["result-rows", "result-size"]],
  ])("is accepted when the job announced %p rows and %p bytes", (rows, bytes, codes) => {
    checkAnnounced("7", CAME, { rows, bytes }, false);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  });

  test.each<[string, Partial<Received>, number, number | null, string]>([
    [
      "of which the job announced more, in rows and in bytes",
      {},
      12,
      150,
      "10 of the 12 rows that its job announced, and 100 of 150 bytes",
    ],
    [
      "that arrived twice, with a checksum for each time",
      {},
      5,
      50,
      "10 rows in 100 bytes, and its job announced 5 in 50: rows may have arrived twice; read it again",
    ],
    [
      "of which more rows were announced, and no bytes yet",
      {},
      12,
      0,
      "10 of the 12 rows that its job announced, and 100 of 0 bytes",
    ],
    [
      "of which more rows were announced, without a checksum",
      { checked: false },
      12,
      null,
      "10 of the 12 rows",
    ],
    [
      "of which more rows were announced, whose transfer may be cut",
      { framed: false },
      12,
      null,
      "10 of the 12 rows",
    ],
  ])("%s is refused", (_name, came, rows, bytes, message) => {
    expect(() => checkAnnounced("7", { ...CAME, ...came }, { rows, bytes }, false)).toThrow(message);
  });

  test.each<[string, Partial<Received>, number | null]>([
    ["its transfer may be cut", { checked: false, framed: false }, null],
    ["it is empty, and the job announced bytes", { rows: 0, bytes: 0, checked: false }, 100],
  ])("gives a warning if nothing confirms its end: %s", (_name, came, bytes) => {
    checkAnnounced("7", { ...CAME, ...came }, { rows: null, bytes }, false);
    expect(warnings.map(({ code }) => code)).toEqual(["result-size"]);
  });

  test("must match the announced rows if the service's records are reliable", () => {
    for (const rows of [9, 11])
      expect(() => checkAnnounced("7", CAME, { rows, bytes: 100 }, true)).toThrow(`10 of the ${rows} rows`);
    expect(warnings).toEqual([]);
  });
});

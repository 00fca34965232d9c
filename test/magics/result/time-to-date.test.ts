import { describe, expect, test } from "@jest/globals";
import { timeZoneOf } from "../../../src/core/table/columns/column-display.ts";
import { DateColumn } from "../../../src/core/table/columns/date-column.ts";
import { time_to_date } from "../../../src/magics/result/time-to-date.ts";
import { recordingHost } from "../helpers/recording-host.ts";
import { tableOf } from "../../core/table/table-of.ts";

const may = new Date("2024-05-06T07:08:09Z");
const seconds = may.getTime() / 1000;

describe("time_to_date", () => {
  test.each<[string, number, unknown[], unknown[]]>([
    ["seconds", 0, [seconds, null, 0], [may, null, new Date(0)]],
    ["exact integers", 0, [BigInt(seconds), null], [may, null]],
    ["seconds with fractions", 3, [seconds + 0.25, NaN], [new Date(may.getTime() + 250), null]],
    ["engines' texts", 0, ["2024-05-06 07:08:09.000 UTC", "2024-05-06 16:08:09 Asia/Tokyo"], [may, may]],
    ["no zone", 0, ["2024-05-06 07:08:09", "2024-05-06"], [may, new Date("2024-05-06T00:00:00Z")]],
  ])("%s", (_, digits, values, dates) => {
    const table = tableOf(
      { a: ["x", "y", "z"].slice(0, values.length), time: values },
      {
        types: { a: "varchar", time: "bigint" },
      },
    );
    const dated = time_to_date(table);
    expect([...(dated.column("time") as Iterable<unknown>)]).toEqual(dates);
    expect(dated.columnNames()).toEqual(["a", "time"]);
    expect(dated.types).toEqual({ a: "varchar", time: `timestamp(${digits}) with time zone` });
  });

  test.each<[string, unknown[]]>([
    ["texts that are no times", ["noon", "2024-05-06"]],
    ["numbers too large for a date", [seconds, 9e15]],
    ["lists", [[1]]],
    ["nothing at all", [null, null]],
  ])("%s are unchanged", (_, values) => {
    const table = tableOf({ time: values });
    expect(time_to_date(table)).toBe(table);
  });

  test("numbers in another unit are unchanged, with a warning that names the column", () => {
    const host = recordingHost();
    const table = tableOf({ time: [1715000000000, null] }, { types: { time: "bigint" } });
    expect(time_to_date(table)).toBe(table);
    expect(host.printed).toEqual([
      "stderr: WARNING: the column time is not shown as dates: as seconds 1715000000000 is not a time; " +
        'it would be 2024-05-06T12:53:20.000Z in milliseconds ("ms")\n',
    ]);
  });

  test("a result without rows gets the same types as one with rows", () => {
    const dated = time_to_date(tableOf({ time: [] }, { types: { time: "bigint" } }));
    expect(dated.types).toEqual({ time: "timestamp(0) with time zone" });
  });

  test("columns of type date or timestamp, in the zone that all values share", () => {
    const table = tableOf(
      {
        day: ["2024-05-06", null],
        at: ["2024-05-06 07:08:09.250", "2024-05-06 00:00:00.000"],
        local: ["2024-05-06 16:08:09.000 Asia/Tokyo", "2024-05-07 00:00:00.000 Asia/Tokyo"],
        text: ["2024-05-06", "2024-05-07"],
        zones: ["2024-05-06 16:08:09.000 Asia/Tokyo", "2024-05-06 00:00:00.000 Europe/Paris"],
      },
      {
        types: {
          day: "date",
          at: "timestamp(3)",
          local: "timestamp with time zone",
          text: "varchar",
          zones: "timestamp with time zone",
        },
      },
    );
    const dated = time_to_date(table);
    expect(dated.objects()[0]).toEqual({
      day: new Date("2024-05-06"),
      at: new Date("2024-05-06T07:08:09.250Z"),
      local: may,
      text: "2024-05-06",
      zones: may,
    });
    expect(dated.types).toEqual(table.types);
    expect(timeZoneOf(dated.data()["local"])).toBe("Asia/Tokyo");
    expect(timeZoneOf(dated.data()["at"])).toBeNull();
    expect(timeZoneOf(dated.data()["zones"])).toBeNull();
    const kept = time_to_date(table, new Set(["day", "at"]));
    expect([kept.get("day", 0), kept.get("at", 1), kept.get("local", 0)]).toEqual([
      "2024-05-06",
      "2024-05-06 00:00:00.000",
      may,
    ]);
    const empty = time_to_date(tableOf({ day: [null] }, { types: { day: "date" } }));
    expect(empty.data()["day"]).toBeInstanceOf(DateColumn);
  });

  test("values that a Date can't hold stay text: fractions of a millisecond", () => {
    const table = tableOf({ at: ["2024-05-06 07:08:09.123456"] }, { types: { at: "timestamp(6)" } });
    expect(time_to_date(table)).toBe(table);
  });

  test("a table without time, and one that has dates already", () => {
    const plain = tableOf({ Time: [1] });
    expect(time_to_date(plain)).toBe(plain);
    const dated = time_to_date(tableOf({ time: [1] }));
    expect(time_to_date(dated)).toBe(dated);
  });
});

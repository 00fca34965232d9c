import { beforeEach, describe, expect, test } from "@jest/globals";
import { timeZoneOf } from "../../../src/core/table/columns/column-display.ts";
import { set_timezone } from "../../../src/magics/result/set-timezone.ts";
import { time_index } from "../../../src/magics/result/time-index.ts";
import { time_to_date } from "../../../src/magics/result/time-to-date.ts";
import { recordingHost, type RecordingHost } from "../helpers/recording-host.ts";
import { tableOf } from "../../core/table/table-of.ts";

const may = new Date("2024-05-06T07:08:09Z");
const seconds = may.getTime() / 1000;

describe("set_timezone", () => {
  let host: RecordingHost;
  beforeEach(() => {
    host = recordingHost();
  });

  test("sets the zone of the index's dates, and keeps their instants", () => {
    const table = time_index(time_to_date(tableOf({ time: [seconds], n: [1] })));
    const zoned = set_timezone(table, "asia/tokyo");
    expect(timeZoneOf(zoned.data()["time"])).toBe("Asia/Tokyo");
    expect(timeZoneOf(table.data()["time"])).toBeNull();
    expect(zoned.get("time", 0)).toEqual(may);
    expect(zoned.index).toEqual(["time"]);
    expect(host.printed).toEqual([]);
  });

  test("of dates behind missing values, and of none at all", () => {
    const late = tableOf({ a: [null, undefined, may] }, { index: ["a"] });
    expect(timeZoneOf(set_timezone(late, "Asia/Tokyo").data()["a"])).toBe("Asia/Tokyo");
    const none = time_index(time_to_date(tableOf({ time: [] }, { types: { time: "bigint" } })));
    expect(timeZoneOf(set_timezone(none, "Asia/Tokyo").data()["time"])).toBe("Asia/Tokyo");
    expect(host.printed).toEqual([]);
  });

  test("the zone survives verbs that keep the column", () => {
    const zoned = set_timezone(
      time_index(time_to_date(tableOf({ time: [seconds, 0], n: [1, 2] }))),
      "Asia/Tokyo",
    );
    const derived = zoned.filter((d: { n: number }) => d.n > 1).rename({ time: "when" });
    expect(timeZoneOf(derived.data()["when"])).toBe("Asia/Tokyo");
    expect(derived.index).toEqual(["when"]);
  });

  test("warns if the index has no dates", () => {
    const table = tableOf({ a: ["x"] }, { index: ["a"] });
    expect(set_timezone(table, "UTC")).toBe(table);
    expect(host.printed).toEqual([
      "stderr: WARNING: the time zone UTC has no effect: the index of the result is not a date\n",
    ]);
  });

  test("an unknown zone", () => {
    expect(() => set_timezone(tableOf({ time: [1] }), "Asia/Tokio")).toThrow(
      "no time zone is called 'Asia/Tokio'; did you mean Asia/Tokyo?",
    );
  });
});

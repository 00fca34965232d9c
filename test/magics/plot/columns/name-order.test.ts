import { expect, test } from "@jest/globals";
import { plot } from "../../../../src/magics/plot/plot.ts";
import { tableOf } from "../../../core/table/table-of.ts";
import { specOf } from "../spec-of.ts";

test("weekdays have the calendar's order in legends", () => {
  const weekday = ["Tue", "Mon", "Fri"];
  const spec = specOf(tableOf({ week: [1, 1, 1], weekday, n: [5, 6, 7] }), {
    mark: "bar",
    x: "week",
    y: "n",
  });
  expect(spec.encoding["color"]).toMatchObject({ scale: { domain: ["Mon", "Tue", "Fri"] } });
});

test("a query by weekday and hour is a heat map with hours across", () => {
  const names = ["Mon", "Tue", "Sun"].flatMap((day) => Array<string>(24).fill(day));
  const hour = names.map((_, at) => at % 24);
  const spec = specOf(tableOf({ weekday: names, hour, n: hour }));
  expect(spec.mark.type).toBe("rect");
  expect(spec.encoding).toMatchObject({
    x: { field: "hour" },
    y: { field: "weekday", scale: { domain: ["Mon", "Tue", "Sun"] } },
  });
});

test("days and months are in the calendar's order", () => {
  const days = ["Wed", "Mon", null, "Sun", "Fri"];
  const bars = plot(tableOf({ day: days, n: [1, 2, 9, 3, 4] }));
  expect(
    bars.text
      .split("\n")
      .slice(1)
      .map((line) => line.split(" ")[0]),
  ).toEqual(["Mon", "Wed", "Fri", "Sun", "null"]);
  const months = ["october", "march", "april"];
  const map = plot(
    tableOf({ month: [...months, ...months], k: ["b", "b", "b", "a", "a", "a"], n: [1, 2, 3, 4, 5, 6] }),
    { mark: "heatmap", x: "month", y: "k", color: "n" },
  );
  expect(JSON.stringify(map.spec)).toContain('"domain":["march","april","october"]');
  const mixed = plot(tableOf({ day: ["Mon", "Tues", "Fri"], n: [1, 2, 3] }));
  expect(mixed.text).toMatch(/Fri.*\n.*Tues.*\n.*Mon/);
});

test("names with numbers are in the order of these", () => {
  const boxes = specOf(tableOf({ k: ["name 10", "name 2", "name 1"], n: [1, 2, 3] }), { mark: "box" });
  expect(boxes.encoding["x"]?.sort).toEqual(["name 1", "name 2", "name 10"]);
});

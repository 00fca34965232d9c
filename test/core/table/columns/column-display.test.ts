import { expect, test } from "@jest/globals";
import {
  inTimeZone,
  setTimeZone,
  showAs,
  shownThrough,
  textFormatter,
  timeZoneOf,
} from "../../../../src/core/table/columns/column-display.ts";
import { DateColumn } from "../../../../src/core/table/columns/date-column.ts";

const upper = (text: string): string => text.toUpperCase();

test("a copy of a column has a zone, the column itself none, and the instants are the same", () => {
  const days = new DateColumn(Float64Array.of(0, NaN));
  const zoned = inTimeZone(days, "Asia/Tokyo");
  expect([timeZoneOf(days), timeZoneOf(zoned)]).toEqual([null, "Asia/Tokyo"]);
  expect([...zoned]).toEqual([new Date(0), null]);
  expect([...inTimeZone([new Date(1)], "UTC")]).toEqual([new Date(1)]);
});

test("a zone in place, which no loop over the column shows", () => {
  const column = [new Date(0)];
  setTimeZone(column, "Europe/Paris");
  expect(timeZoneOf(column)).toBe("Europe/Paris");
  expect(Object.keys(column)).toEqual(["0"]);
});

test("texts that are shown otherwise stay as they are", () => {
  const shown = shownThrough(["a", null], upper);
  expect([...shown]).toEqual(["a", null]);
  expect(textFormatter(shown)?.("a")).toBe("A");
});

test.each([null, undefined, 1, "text", {}])("%p shows as it is", (column) => {
  expect([timeZoneOf(column), textFormatter(column)]).toEqual([null, null]);
});

test("a copied column shows as all columns do that it is of; if they differ, as none", () => {
  const tokyo = inTimeZone([], "Asia/Tokyo");
  const copied = (...origins: unknown[]): string | null => {
    const copy: unknown[] = [];
    showAs(copy, origins);
    return timeZoneOf(copy);
  };
  expect(copied(tokyo)).toBe("Asia/Tokyo");
  expect(copied(tokyo, inTimeZone([], "Asia/Tokyo"))).toBe("Asia/Tokyo");
  expect(copied(tokyo, inTimeZone([], "UTC"))).toBeNull();
  expect(copied(tokyo, [])).toBeNull();
  expect(copied()).toBeNull();
  expect(() => showAs(undefined, [tokyo])).not.toThrow();
});

import type { Table } from "../../core/table/table.ts";
import { parseWireTime } from "../../core/wire-time.ts";
import { plainRows } from "./plain-rows.ts";
import { replaceColumns } from "./replace-columns.ts";

/** The farthest instant from 1970 that a Date can hold. */
const MOST_SECONDS = 8_640_000_000_000;

/**
 * Makes dates of the column `time`, when there is one: numbers are seconds since 1970 (UTC), texts are points in time as the service
 * writes them (no zone: UTC). A column in which anything is neither stays as it is, and so does every other column.
 */
export function time_to_date(table: Table): Table {
  if (!table.columnNames().includes("time")) return table;
  const plain = plainRows(table);
  const dates: (Date | null)[] = [];
  for (const value of plain.column("time") as Iterable<unknown>) {
    const date = toDate(value);
    if (date === undefined) return table;
    dates.push(date);
  }
  if (dates.every((date) => date === null)) return table;
  return replaceColumns(plain, new Map([["time", dates]]));
}

/** Undefined for what is no time. */
function toDate(value: unknown): Date | null | undefined {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value;
  if (typeof value === "string") return parseWireTime(value) ?? undefined;
  if (typeof value !== "number" && typeof value !== "bigint") return undefined;
  const seconds = Number(value);
  return Math.abs(seconds) <= MOST_SECONDS ? new Date(seconds * 1000) : undefined;
}

import { dateDay, TimeUnit, timestamp, timeMicrosecond, Type, type DataType } from "@uwdata/flechette";
import type { DataOf } from "../../blocks/column-data.ts";
import { halvesOf, setHalf } from "../../blocks/halves.ts";
import type { ServiceType } from "../service-type.ts";

/** Fraction digits that a microsecond has. */
const MICRO_DIGITS = 6;
const DAY_SECONDS = 86_400;

/** The Arrow type of a date, a time, or a timestamp without a zone; null for others, and those with more digits than microseconds have, which stay text. */
export function arrowTimes({ name, parameters }: ServiceType): DataType | null {
  if (name === "date") return dateDay();
  if ((parameters?.[0] ?? 3) > MICRO_DIGITS) return null;
  if (name === "time") return timeMicrosecond();
  return name === "timestamp" ? timestamp(TimeUnit.MICROSECOND, null) : null;
}

/** Days, or microseconds, of texts. @param refuse - Called for a text that is no time. */
export function timeArray(
  texts: DataOf<"utf8">,
  type: DataType,
  refuse: (text: string) => never,
): Int32Array | BigInt64Array {
  const { bytes, offsets, nulls } = texts;
  const rows = offsets.length - 1;
  const reader = new TimeTextReader(bytes, type.typeId);
  const isDay = type.typeId === Type.Date;
  const days = new Int32Array(isDay ? rows : 0);
  const micros = new BigInt64Array(isDay ? 0 : rows);
  const halves = halvesOf(micros);
  for (let row = 0; row < rows; row++) {
    if (nulls?.[row] === 1) continue;
    const [start, end] = [offsets[row] as number, offsets[row + 1] as number];
    if (!reader.read(start, end)) refuse(Buffer.from(bytes.subarray(start, end)).toString());
    if (isDay) {
      days[row] = reader.days;
      continue;
    }
    const value = (reader.days * DAY_SECONDS + reader.seconds) * 1e6 + reader.micros;
    if (Number.isSafeInteger(value)) setHalf(halves, row, value);
    else
      micros[row] = BigInt(reader.days * DAY_SECONDS + reader.seconds) * 1_000_000n + BigInt(reader.micros);
  }
  return isDay ? days : micros;
}

/** Reads `2024-01-02`, `03:04:05.678` and both with a blank between, from their bytes. */
class TimeTextReader {
  days = 0;
  /** Of the day. */
  seconds = 0;
  micros = 0;
  readonly #bytes: Uint8Array;
  readonly #typeId: number;
  #at = 0;
  #end = 0;
  /** The date of the row before: neighbours often have the same. */
  #dateStart = 0;
  #dateLength = 0;

  constructor(bytes: Uint8Array, typeId: number) {
    this.#bytes = bytes;
    this.#typeId = typeId;
  }

  /** @returns whether it is a time */
  read(start: number, end: number): boolean {
    this.#at = start;
    this.#end = end;
    this.seconds = 0;
    this.micros = 0;
    const isTime = this.#typeId === Type.Time;
    if (!isTime && !this.#date()) return false;
    const hasClock = isTime || (this.#typeId === Type.Timestamp && this.#sign(0x20));
    return (!hasClock || this.#clock()) && this.#at === end;
  }

  #date(): boolean {
    const from = this.#at;
    if (this.#isSameDate(from)) {
      this.#at = from + this.#dateLength;
      return true;
    }
    const isNegative = this.#sign(0x2d);
    if (!isNegative) this.#sign(0x2b);
    const year = this.#number(4, 6);
    const month = this.#sign(0x2d) ? this.#number(2, 2) : -1;
    const day = this.#sign(0x2d) ? this.#number(2, 2) : -1;
    if (year < 0 || month < 1 || month > 12 || day < 1) return false;
    const own = isNegative ? -year : year;
    this.days = daysOf(own, month, day);
    if (day > 28 && this.days >= daysOf(own, month + 1, 1)) return false;
    this.#dateStart = from;
    this.#dateLength = this.#at - from;
    return true;
  }

  #isSameDate(from: number): boolean {
    const length = this.#dateLength;
    if (length === 0 || from + length > this.#end) return false;
    for (let i = 0; i < length; i++)
      if (this.#bytes[from + i] !== this.#bytes[this.#dateStart + i]) return false;
    return true;
  }

  #clock(): boolean {
    const hours = this.#number(2, 2);
    const minutes = this.#sign(0x3a) ? this.#number(2, 2) : -1;
    const seconds = this.#sign(0x3a) ? this.#number(2, 2) : -1;
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) return false;
    this.seconds = (hours * 60 + minutes) * 60 + seconds;
    if (!this.#sign(0x2e)) return true;
    const from = this.#at;
    const fraction = this.#number(1, 12);
    if (fraction < 0) return false;
    const more = this.#at - from - MICRO_DIGITS;
    this.micros = more > 0 ? fraction / 10 ** more : fraction * 10 ** -more;
    // Digits behind the microseconds must be zeros.
    return Number.isInteger(this.micros);
  }

  #sign(code: number): boolean {
    if (this.#at >= this.#end || this.#bytes[this.#at] !== code) return false;
    this.#at++;
    return true;
  }

  /** A number of so many digits; -1 if there is none. */
  #number(least: number, most: number): number {
    let value = 0;
    let count = 0;
    for (; count < most && this.#at < this.#end; count++, this.#at++) {
      const digit = (this.#bytes[this.#at] as number) - 0x30;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    return count < least ? -1 : value;
  }
}

/** Days from 1970-01-01 to a date of the proleptic Gregorian calendar, counted in years that begin in March. */
function daysOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

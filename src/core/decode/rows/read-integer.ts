import type { IntegerBuilder } from "../builders/integer-builder.ts";
import { MORE, OTHER } from "./read-outcome.ts";

/** An integer, in any of its widths, or null. */
export function readInteger(
  column: IntegerBuilder,
  bytes: Uint8Array,
  view: DataView,
  pos: number,
  end: number,
  row: number,
): number {
  if (pos >= end) return MORE;
  if (row >= column.capacity) column.grow(row);
  const lead = bytes[pos] as number;
  let value: number;
  let next = pos + 1;
  if (lead < 0x80) {
    value = lead;
  } else if (lead >= 0xe0) {
    value = lead - 0x100;
  } else {
    switch (lead) {
      case 0xc0:
        column.setNull(row);
        return next;
      case 0xcc:
      case 0xd0:
        if ((next += 1) > end) return MORE;
        value = lead === 0xcc ? view.getUint8(pos + 1) : view.getInt8(pos + 1);
        break;
      case 0xcd:
      case 0xd1:
        if ((next += 2) > end) return MORE;
        value = lead === 0xcd ? view.getUint16(pos + 1) : view.getInt16(pos + 1);
        break;
      case 0xce:
      case 0xd2:
        if ((next += 4) > end) return MORE;
        value = lead === 0xce ? view.getUint32(pos + 1) : view.getInt32(pos + 1);
        break;
      case 0xcf:
      case 0xd3: {
        if ((next += 8) > end) return MORE;
        const high = view.getInt32(pos + 1);
        // Past the signed range: only a column of plain values can hold it.
        if (lead === 0xcf && high < 0) return OTHER;
        if (high < -0x20_0000 || high > 0x1f_ffff) {
          column.setBig(row, view.getBigInt64(pos + 1));
          return next;
        }
        value = high * 0x1_0000_0000 + view.getUint32(pos + 5);
        if (value === -0x20_0000_0000_0000) {
          // The one value of these high words that is not safe.
          column.setBig(row, view.getBigInt64(pos + 1));
          return next;
        }
        break;
      }
      case 0xcb:
        // Writers in languages without integers send whole numbers as doubles.
        if ((next += 8) > end) return MORE;
        value = view.getFloat64(pos + 1);
        if (!Number.isSafeInteger(value)) return OTHER;
        break;
      default:
        return OTHER;
    }
  }
  if (column.big === null) column.values[row] = value;
  else column.big[row] = BigInt(value);
  return next;
}

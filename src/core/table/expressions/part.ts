import type { Node } from "acorn";
import type { ValueKind } from "./column-kind.ts";
import { isMask } from "./number-arrays.ts";

/** A node of the tree that acorn makes of an expression. */
export interface ExpressionNode extends Node {
  readonly [key: string]: unknown;
}

/** The code of a part of an expression, and what is known of its value. */
export interface Part {
  /** Gives the value where none of `checked` is null. */
  readonly code: string;
  /** Code that may give null, and costs nothing to run twice; if one does, the part is null. */
  readonly checked: readonly string[];
  /** Whether the code itself may give null. */
  readonly loose: boolean;
  readonly kind: ValueKind;
  /** Code of the value, null included, where that is not `code` with its checks. */
  readonly whole?: string | undefined;
  /** The column whose values it gives. */
  readonly column?: { readonly name: string; readonly table: number };
  /** Whether it is the value of another row, or of the group, as `op.lag` and `op.max` give them. */
  readonly picked?: boolean;
  /** The service's type, for values whose order is not that of their JavaScript values. */
  readonly type?: string | undefined;
  /** Its values in the column that it is of, to ask what members are. */
  readonly values?: () => Iterable<unknown>;
  /** The time zone that its dates are shown in. */
  readonly zone?: string | null;
  /** Characters of each of its texts, if these are times of one form, which sort by themselves. */
  readonly width?: number | undefined;
  /** The value, if it is the same for all rows. */
  readonly constant?: { readonly value: unknown };
  /** As it was written, for messages. */
  readonly source: string;
}

export const isNullConstant = ({ constant }: Part): boolean =>
  constant !== undefined && (constant.value === null || constant.value === undefined);

/** Arguments that make a call null if they are null: all but those that are written as null or undefined. */
export const checkedOf = (parts: readonly Part[]): Part[] =>
  parts.map((one) => (isNullConstant(one) ? { ...one, loose: false, checked: [] } : one));

/** A test of whether one of a part's checks is null. */
export const missing = (checked: Iterable<string>): string =>
  Array.from(checked, (one) => (isMask(one) ? `${one}===1` : `${one}==null`)).join("||");

/** The value of a part, null included. */
export function valueOf({ code, checked, whole }: Part): string {
  if (whole !== undefined) return whole;
  if (checked.length === 0 || (checked.length === 1 && checked[0] === code)) return code;
  return `(${missing(checked)}?null:${code})`;
}

/** Code that is true where the value of a part is; false and null may be taken for each other. */
export const truthOf = (part: Part): string =>
  part.checked.length === 0 || part.checked[0] === part.code
    ? valueOf(part)
    : `(!(${missing(part.checked)})&&${part.code})`;

export const mayBeNull = ({ checked, loose }: Part): boolean => loose || checked.length > 0;

/** Numbers the places where values wait that are needed twice and cost something. */
export class Places {
  #count = 0;

  next(): number {
    return this.#count++;
  }
}

/**
 * What is null if one of its operands is.
 *
 * @param write - The code of the whole, from the code of the operands, none of which is null.
 */
export function strict(
  operands: readonly Part[],
  places: Places,
  write: (...codes: string[]) => string,
  facts: Pick<Part, "kind" | "source"> & Partial<Part>,
): Part {
  const checked = new Set(operands.flatMap((part) => (part.loose ? [] : part.checked)));
  const waits: string[] = [];
  const codes = operands.map((part) => {
    if (!part.loose) return part.code;
    const place = places.next();
    waits.push(`op.svc_hold(${place},${valueOf(part)})==null`);
    return `op.svc_held(${place})`;
  });
  const code = write(...codes);
  if (waits.length === 0) return { loose: false, ...facts, code, checked: [...checked] };
  const tests = checked.size === 0 ? waits : [missing(checked), ...waits];
  return { ...facts, code: `(${tests.join("||")}?null:${code})`, checked: [], loose: true };
}

export const part = (
  code: string,
  kind: ValueKind,
  source: string,
  facts: Partial<Omit<Part, "code" | "kind" | "source">> = {},
): Part => ({ checked: [], loose: false, ...facts, code, kind, source });

import { type CallContext, type FunctionForm, forms, scalar } from "../../functions/function-table.ts";
import { engineType } from "../../types/engine-type.ts";
import { isInteger } from "../../types/type.ts";
import { engine, literal, type Sql } from "../../sql/tree.ts";

/** Arguments of any type. */
const PARAMS = ", A?, B?, C?, D?, E?, F?, G?, H?";
const BITS = { tinyint: 8, smallint: 16, integer: 32, bigint: 64 };

/** A constant argument; undefined, for the default, if it is null, an empty text or omitted. */
function constantArgument(c: CallContext, place: number): string | number | undefined {
  const { constant, type } = c.args[place] ?? { constant: null };
  if (constant === null || constant === "") return undefined;
  if (constant === undefined)
    return c.t.unsupported(`${c.call.name} with a number or replacement that is not a literal`, c.pos);
  return type !== undefined && isInteger(type)
    ? Number(BigInt.asIntN(32, BigInt(constant)))
    : String(constant);
}

const whole = (c: CallContext, place: number, otherwise: number): number =>
  Math.trunc(Number(constantArgument(c, place) ?? otherwise));

/** The replacement: the first character of a text, or the character with a code; null to keep the original. */
function standIn(c: CallContext, place: number, otherwise: string | null): Sql {
  const by = constantArgument(c, place);
  if (by === -1 || (by === undefined && otherwise === null)) return engine`NULL`;
  if (typeof by !== "number") return literal([...(by ?? otherwise!)][0]!);
  return by >= 0 && by <= 0x10ffff
    ? literal(String.fromCodePoint(by))
    : c.t.invalid(`${c.call.name}: ${by} is no character`, c.pos);
}

/** Masks a date by numbers for day, month (from 0) and year; -1 keeps the original. */
function maskedDate(c: CallContext, first: number): Sql {
  const { sql } = c.args[0]!;
  const [day, month, year] = [whole(c, first + 5, 1), whole(c, first + 6, 0), whole(c, first + 7, 0)];
  const kept = (value: number, name: Sql): Sql => (value === -1 ? name : engine`${value}`);
  const parts = [
    kept(year, engine`year(${sql})`),
    month === -1 ? engine`month(${sql})` : engine`${month >= 0 && month < 12 ? month + 1 : 1}`,
    kept(day === -1 || (day > 0 && day < 32) ? day : 1, engine`day(${sql})`),
  ];
  return engine`(CASE WHEN ${sql} IS NOT NULL THEN make_date(${parts[0]!}, ${parts[1]!}, ${parts[2]!}) END)`;
}

/**
 * `mask` and its variants, which keep a part: of texts, and of the digits of integers; other types give null.
 * @param write - Masks a part of a text; `size` is how much of it, 4 by default.
 */
export const masking = (
  kind: "mask" | "mask part",
  write: (text: Sql, size: Sql, masked: (part: Sql) => Sql) => Sql,
): readonly FunctionForm[] => {
  const first = kind === "mask" ? 1 : 2;
  const params = kind === "mask" ? PARAMS : `, N?${PARAMS}`;
  const size = (c: CallContext): Sql => engine`${first === 1 ? 0 : Math.max(whole(c, 1, 4), 0)}`;
  const text = scalar(`(varchar${params}) -> varchar | (char(x)${params}) -> varchar`, (c) => {
    const by = ["X", "x", "n", null].map((otherwise, i) => standIn(c, first + i, otherwise));
    return engine`(${write(c.args[0]!.sql, size(c), (part) => engine`~hive_mask(${part}, ${by[0]!}, ${by[1]!}, ${by[2]!}, ${by[3]!})`)})`;
  });
  // The digits become one digit, 1 by default; what is too large then wraps around.
  const numbers = Object.entries(BITS).map(([type, bits]) =>
    scalar(`(${type}${params}) -> ${type}`, (c) => {
      const { sql } = c.args[0]!;
      const digit = whole(c, first + 4, 1);
      const by = literal(String(digit >= 0 && digit <= 9 ? digit : 1));
      const digits = write(engine`ltrim(CAST(${sql} AS VARCHAR), '-')`, size(c), (part) => engine`regexp_replace(${part}, '[0-9]', ${by}, 'g')`);
      return engine`CAST(~hive_wrap(CAST((CASE WHEN ${sql} < 0 THEN '-' ELSE '' END) || (${digits}) AS HUGEINT), ${2n ** BigInt(bits)}, ${2n ** BigInt(bits - 1)}) AS ${engineType(c.result)})`;
    }),
  ); // prettier-ignore
  return forms(
    text,
    ...numbers,
    scalar(`(date${params}) -> date`, (c) => maskedDate(c, first)),
    scalar(`(T${params}) -> T`, "CAST(NULL AS $R)"),
  );
};

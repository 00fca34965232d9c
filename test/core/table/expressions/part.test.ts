import { expect, test } from "@jest/globals";
import {
  checkedOf,
  mayBeNull,
  part,
  Places,
  strict,
  truthOf,
  valueOf,
} from "../../../../src/core/table/expressions/part.ts";

const price = part("d.price", "number", "d.price", { checked: ["d.price"] });
const masked = part('d["v"]', "number", "d.qty", { checked: [`d["\\u0001nulls:qty"]`], whole: "d.qty" });
const found = part("op.match(d.s)", "unknown", "match(d.s)", { loose: true });
const never = part("null", "unknown", "null", { constant: { value: null }, loose: true });
const two = part("2", "number", "2", { constant: { value: 2 } });
const facts = { kind: "number", source: "a * b" } as const;
const times = (one = "", other = ""): string => `${one}*${other}`;

test("what is null if an operand is, tests its operands where its value is taken", () => {
  const product = strict([price, two], new Places(), times, facts);
  expect(product).toEqual({ code: "d.price*2", checked: ["d.price"], loose: false, ...facts });
  expect(valueOf(product)).toBe("(d.price==null?null:d.price*2)");
  expect(truthOf(product)).toBe("(!(d.price==null)&&d.price*2)");
});

test("an array of nulls has 1 for null, and the column stands for the value with its null", () => {
  const product = strict([price, masked], new Places(), times, facts);
  expect(valueOf(product)).toBe(`(d.price==null||d["\\u0001nulls:qty"]===1?null:d.price*d["v"])`);
  expect(valueOf(masked)).toBe("d.qty");
});

test("an operand that costs something is computed once, and waits in a numbered place", () => {
  const places = new Places();
  expect(strict([price, found], places, times, facts)).toMatchObject({
    code: "(d.price==null||op.svc_hold(0,op.match(d.s))==null?null:d.price*op.svc_held(0))",
    checked: [],
    loose: true,
  });
  expect(strict([found], places, (code = "") => code, facts).code).toBe(
    "(op.svc_hold(1,op.match(d.s))==null?null:op.svc_held(1))",
  );
});

test("a null that is written as an argument is no reason for null", () => {
  expect(mayBeNull(never)).toBe(true);
  expect(checkedOf([never, price]).map(mayBeNull)).toEqual([false, true]);
});

import { expect, test } from "@jest/globals";

/** A call, and the value that it gives. */
export type Example = () => Pair | Promise<Pair>;
type Pair = readonly [given: unknown, value: unknown];

type Callable<T> = {
  [Name in keyof T]-?: T[Name] extends (...values: never[]) => unknown ? Name : never;
}[keyof T] &
  string;

/** One example for each function of a module, or each method of a class: types reject a missing one. */
export type Examples<T> = Readonly<Record<Callable<T>, Example>>;

/** A test per example. */
export function testExamples(examples: Readonly<Record<string, Example>>): void {
  test.each(Object.entries(examples))("%s", async (_, example) => {
    const [given, value] = await example();
    expect(given).toEqual(value);
  });
}

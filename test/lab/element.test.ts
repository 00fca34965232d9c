import { expect, test } from "@jest/globals";

// By a name, as its types are a browser's, which this part is not checked with.
const file = "../../src/lab/element.ts";
const { numberOf, onEnter } = (await import(file)) as {
  readonly numberOf: (count: number, noun: string) => string;
  readonly onEnter: (field: EventTarget, act: () => void) => void;
};

test.each<[number, string]>([
  [0, "0 rows"],
  [1, "1 row"],
  [1234567, "1,234,567 rows"],
])("%d: %s", (count, text) => {
  expect(numberOf(count, "row")).toBe(text);
});

test("Enter acts, but not the one that ends the composition of a letter", () => {
  const field = new EventTarget();
  const keys: string[] = [];
  const press = (key: string, isComposing = false): boolean =>
    field.dispatchEvent(Object.assign(new Event("keydown"), { key, isComposing }));
  onEnter(field, () => keys.push("Enter"));
  press("a");
  press("Enter", true);
  expect(keys).toEqual([]);
  press("Enter");
  expect(keys).toEqual(["Enter"]);
});

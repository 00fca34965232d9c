/** Objects with functions that cells share with tslab, TypeScript and this library. */
const HOLDERS: readonly (readonly [name: string, holder: object])[] = [
  ["", globalThis],
  ["JSON.", JSON],
  ["Object.", Object],
  ["Array.", Array],
  ["Promise.", Promise],
  ["Date.", Date],
  ["Array.prototype.", Array.prototype],
  ["String.prototype.", String.prototype],
  ["Map.prototype.", Map.prototype],
  ["Set.prototype.", Set.prototype],
  ["Promise.prototype.", Promise.prototype],
];

interface Global {
  readonly name: string;
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly own: unknown;
}

/** Accessor properties to include; others are lazy, and reading them would load modules. */
const READ: readonly string[] = ["Buffer", "process"];

/** State from before the first cell. */
const GLOBALS: readonly Global[] = HOLDERS.flatMap(([name, holder]) =>
  Object.entries(Object.getOwnPropertyDescriptors(holder))
    .filter(([key, { value, writable }]) => (value !== undefined && writable === true) || READ.includes(key))
    .map(([key]) => ({
      name: name + key,
      holder: holder as Record<string, unknown>,
      key,
      own: (holder as Record<string, unknown>)[key],
    })),
);
const { defineProperty } = Reflect;

function replaced(): Global[] {
  const found: Global[] = [];
  let count = 0;
  for (let i = 0; i < GLOBALS.length; i++) {
    const each = GLOBALS[i] as Global;
    if (each.holder[each.key] !== each.own) found[count++] = each;
  }
  return found;
}

function put({ holder, key }: Global, value: unknown): void {
  const enumerable = holder === globalThis && key === "process";
  defineProperty(holder, key, { value, writable: true, configurable: true, enumerable });
}

/** Runs a function with the original globals, whatever cells replaced. It must be synchronous. */
export function withOwnGlobals<T>(act: () => T): T {
  const cells = replaced();
  if (cells.length === 0) return act();
  const theirs: unknown[] = [];
  for (let i = 0; i < cells.length; i++) {
    const each = cells[i] as Global;
    theirs[i] = each.holder[each.key];
    put(each, each.own);
  }
  try {
    return act();
  } finally {
    for (let i = 0; i < cells.length; i++) put(cells[i] as Global, theirs[i]);
  }
}

/** Names of globals that cells replaced, to explain a failure of the library. */
export const replacedGlobals = (): string[] => {
  const cells = replaced();
  return withOwnGlobals(() => cells.map(({ name }) => name));
};

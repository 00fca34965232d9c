/** Objects with functions that cells share with tslab, TypeScript and this library. */
const HOLDERS: readonly (readonly [name: string, holder: object])[] = [
  ["", globalThis],
  ["JSON.", JSON],
  ["Object.", Object],
  ["Array.", Array],
  ["Promise.", Promise],
  ["Date.", Date],
  ["Number.", Number],
  ["Math.", Math],
  ["Array.prototype.", Array.prototype],
  ["String.prototype.", String.prototype],
  ["Map.prototype.", Map.prototype],
  ["Set.prototype.", Set.prototype],
  ["Promise.prototype.", Promise.prototype],
  ["RegExp.prototype.", RegExp.prototype],
  ["Function.prototype.", Function.prototype],
];

interface Global {
  readonly name: string;
  readonly holder: Record<string | symbol, unknown>;
  readonly key: string | symbol;
  readonly own: unknown;
}

/** Accessor properties to include; others are lazy, and reading them would load modules. */
const READ: readonly string[] = ["Buffer", "process"];

/** What cells may replace without harm: neither tslab nor the library uses it. */
const FREE: readonly string[] = ["fetch", "Math.random"];

/** State from before the first cell. */
const GLOBALS: readonly Global[] = HOLDERS.flatMap(([name, holder]) =>
  Reflect.ownKeys(holder).flatMap((key): Global | readonly [] => {
    const described = Reflect.getOwnPropertyDescriptor(holder, key);
    const isHeld =
      (described?.value !== undefined && described.writable === true) || READ.includes(String(key));
    if (!isHeld || FREE.includes(name + String(key))) return [];
    const own: unknown = Reflect.get(holder, key);
    return { name: name + String(key), holder: holder as Global["holder"], key, own };
  }),
);

const { defineProperty } = Reflect;

function replaced(): Global[] {
  const globals: Global[] = [];
  let count = 0;
  for (let i = 0; i < GLOBALS.length; i++) {
    const each = GLOBALS[i] as Global;
    if (each.holder[each.key] !== each.own) globals[count++] = each;
  }
  return globals;
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

/** What an error of the library says about globals that cells replaced; null if they replaced none. */
export function replacedHint(): string | null {
  const cells = replaced();
  if (cells.length === 0) return null;
  return withOwnGlobals(
    () =>
      `cells have replaced ${cells.map(({ name }) => name).join(", ")}, which the library needs; restore it, or restart the kernel`,
  );
}

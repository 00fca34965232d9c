import { compareByValue, valueKey, valueOrderOf } from "../value-order.ts";

const orders = new Map<string, (value: unknown) => unknown>();

/** What sorts a value of a service type by value; without a type, the value. */
export function orderKey(type: string, value: unknown): unknown {
  if (type === "") return value;
  let key = orders.get(type);
  if (key === undefined) orders.set(type, (key = valueOrderOf(type) ?? ((one) => one)));
  return key(value);
}

interface Extreme {
  readonly list: unknown[];
  start: number;
  best: unknown;
  /** Whether the best one has left the window. */
  stale: boolean;
}

/** An extreme, by value, of values of any kind, also of a window that moves. */
const extreme =
  (sign: 1 | -1) =>
  (type = ""): object => {
    const better = (one: unknown, other: unknown): boolean =>
      other === undefined || sign * compareByValue(orderKey(type, one), orderKey(type, other)) > 0;
    const state = `svc_${type}_${sign}`;
    type State = Record<string, Extreme>;
    return {
      init: (s: State) => void (s[state] = { list: [], start: 0, best: undefined, stale: false }),
      add: (s: State, value: unknown) => {
        const own = s[state] as Extreme;
        own.list.push(value);
        if (!own.stale && better(value, own.best)) own.best = value;
      },
      rem: (s: State) => {
        const own = s[state] as Extreme;
        if (own.list[own.start++] === own.best) own.stale = true;
      },
      value: (s: State) => {
        const own = s[state] as Extreme;
        if (own.stale) {
          own.best = undefined;
          for (let i = own.start; i < own.list.length; i++)
            if (better(own.list[i], own.best)) own.best = own.list[i];
          own.stale = false;
        }
        return own.best;
      },
    };
  };

const distinct = (): object => ({
  init: (s: { keys?: Map<unknown, number> }) => void (s.keys = new Map()),
  add: ({ keys }: { keys: Map<unknown, number> }, value: unknown) => {
    const key = valueKey(value);
    keys.set(key, (keys.get(key) ?? 0) + 1);
  },
  rem: ({ keys }: { keys: Map<unknown, number> }, value: unknown) => {
    const key = valueKey(value);
    const count = keys.get(key) ?? 0;
    if (count > 1) keys.set(key, count - 1);
    else keys.delete(key);
  },
  value: ({ keys }: { keys: Map<unknown, number> }) => keys.size,
});

/** Aggregates over values of any kind, which Arquero's compare as numbers. */
export const AGGREGATES = {
  max: { create: extreme(1), param: [1, 1] },
  min: { create: extreme(-1), param: [1, 1] },
  distinct: { create: distinct, param: [1] },
};

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startKernel, streamText, type TestKernel } from "../../support/start-kernel.ts";

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel("tslab", { quiet: true });
  writeFileSync(
    join(kernel.cwd, "double.ts"),
    'import { two } from "./two.ts";\nexport const double = (n: number): number => n * two;\n',
  );
  writeFileSync(join(kernel.cwd, "two.ts"), "export const two = 2;\n");
  writeFileSync(join(kernel.cwd, "data.json"), '{ "k": 1 }');
});
afterAll(() => kernel.stop());

/** What a cell prints, and the lines of its error. */
async function shown(code: string): Promise<string> {
  const cell = await kernel.run(code);
  const error = (cell.reply["traceback"] ?? []) as string[];
  return streamText(cell) + error.join("\n");
}

describe("TypeScript after 5.0, each as a cell", () => {
  test.each([
    [
      "await using",
      "await using a = { n: 3, [Symbol.asyncDispose]: async () => console.log('closed') };\na.n",
      "closed\n3\n",
    ],
    [
      "using",
      "using b = { n: 3, [Symbol.dispose]() { console.log('closed') } };\nconst more = b.n + 1; more",
      "closed\n4\n",
    ],
    ["a variable of such a cell", "more", "4\n"],
    [
      "await using in a function",
      "async function read() { await using c = { [Symbol.asyncDispose]: async () => console.log('end') }; return 1 }\nawait read()",
      "end\n1\n",
    ],
    ["arrays of 2023", "[3, 1, 2].toSorted().with(0, 9)", "[ 9, 2, 3 ]\n"],
    [
      "grouping of 2024",
      "Object.groupBy([1, 2, 3], (n) => (n % 2 ? 'odd' : 'even'))",
      "[Object: null prototype] { odd: [ 1, 3 ], even: [ 2 ] }\n",
    ],
    [
      "grouping into a map",
      "Map.groupBy([1, 2], (n) => n > 1)",
      "Map(2) { false => [ 1 ], true => [ 2 ] }\n",
    ],
    ["resolvers", "const w = Promise.withResolvers<number>(); w.resolve(4); await w.promise", "4\n"],
    [
      "const type parameters",
      "const pick = <const T extends readonly string[]>(all: T): T[number] => all[0];\nconst picked: 'a' | 'b' = pick(['a', 'b']); picked",
      "a\n",
    ],
    [
      "NoInfer",
      "const start = <T extends string>(all: T[], first: NoInfer<T>) => first; start(['a', 'b'], 'b')",
      "b\n",
    ],
    [
      "NoInfer refuses",
      "start(['a', 'b'], 'c')",
      '1:19 - Argument of type \'"c"\' is not assignable to parameter of type \'"a" | "b"\'.',
    ],
    [
      "decorators",
      "function named(method: Function, { name }: ClassMethodDecoratorContext) { return () => `own ${String(name)}` }\nclass D { @named run() { return 'not this' } }\nnew D().run()",
      "own run\n",
    ],
    [
      "older decorators",
      "function older(target: object, key: string, place: PropertyDescriptor) { place.value = () => key }\nclass O { @older run() { return 'not this' } }\nnew O().run()",
      "run\n",
    ],
    [
      "decorators of parameters",
      "const seen: unknown[] = [];\nfunction at(_target: object, key: string, index: number) { seen.push(key, index) }\nclass P { run(@at first: number) { return first } }\nseen",
      "[ 'run', 0 ]\n",
    ],
    ["accessors", "class E { accessor n = 5 }\nnew E().n", "5\n"],
    [
      "inferred predicates",
      "const numbers: number[] = [1, 'a', 2].filter((one) => typeof one === 'number'); numbers",
      "[ 1, 2 ]\n",
    ],
    [
      "satisfies and enums",
      "enum Level { Low = 1, High }\nconst levels = { a: Level.High } satisfies Record<string, Level>; levels.a",
      "2\n",
    ],
    [
      "unrelated types of a getter and a setter",
      "class G { #n = 0; get n(): number { return this.#n } set n(text: string) { this.#n = Number(text) } }\nconst g = new G(); g.n = '7'; g.n",
      "7\n",
    ],
    [
      "narrowing in closures",
      "function length(text: string | null) { if (text === null) text = ''; return [1].map(() => text.length) }\nlength('ab')",
      "[ 2 ]\n",
    ],
    ["import attributes", "import data from './data.json' with { type: 'json' };\ndata.k", "1\n"],
    ["a module by its whole name", "import { double } from './double.ts';\ndouble(2)", "4\n"],
    ["and without the ending", "import { double as twice } from './double';\ntwice(3)", "6\n"],
    ["and while it runs", "const later = await import('./double.ts'); later.double(5)", "10\n"],
    [
      "types of a module",
      "double('x')",
      "1:8 - Argument of type 'string' is not assignable to parameter of type 'number'.",
    ],
    ["export declares", "export const x = 1; export function f() { return x }\nexport type X = number", ""],
    ["what is declared so", "const y: X = f() + x; y", "2\n"],
    ["a list of exports", "const z = 8;\nexport { z };\nz", "8\n"],
    [
      "an error behind export",
      "export const bad: number = 'a'",
      "1:14 - Type 'string' is not assignable to type 'number'.",
    ],
    [
      "iterators and sets of today, as types",
      "const united: Set<number> = new Set([1]).union?.(new Set([2])) ?? new Set([1, 2]); united.size",
      "2\n",
    ],
  ])("%s", async (_what, code, output) => {
    expect(await shown(code)).toBe(output);
  });
});

describe("a variable and the functions that use it", () => {
  test.each([
    ["let n = 1; function inc() { n++; return n }", ""],
    ["inc(); n", "2\n"],
    ["n = 10; inc()", "11\n"],
    ["let n = 100", ""],
    ["inc(); n", "100\n"],
    ["const n = 'text'", ""],
    ["inc(); n", "text\n"],
    ["let limit = 10; const isHigh = (v: number) => v > limit", ""],
    ["limit = 100; isHigh(15)", "false\n"],
    ["const tick = () => { limit++ }; tick(); [limit, isHigh(101)]", "[ 101, false ]\n"],
    ["let limit = 5", ""],
    ["tick(); limit", "6\n"],
    ["const limit = 7", ""],
    ["tick(); limit", "7\n"],
    [
      `let turns = 1; class Up { up() { turns++ } } const ups = [() => turns++, () => { [turns] = [turns + 1] }];
async function* steps() { while (true) yield ++turns } const step = steps(); const timer = setInterval(() => turns++, 5)`,
      "",
    ],
    ["let turns = 100", ""],
    [
      "new Up().up(); ups.forEach((up) => up()); await step.next(); await new Promise((done) => setTimeout(done, 30)); clearInterval(timer); turns",
      "100\n",
    ],
    [
      "let { low, rest: [first, ...others] } = { low: 1, rest: [2, 3, 4] }; const sum = () => low + first + others.length",
      "",
    ],
    ["low = 10; others = [0, 0]; sum()", "14\n"],
    ["for (var at = 0; at < 3; at++);\nat", "3\n"],
    [
      "class Counter { static count = 0 } function count() { return ++Counter.count }\ncount(); Counter.count",
      "1\n",
    ],
    ["count(); Counter.count", "2\n"],
    [
      "function change() { change = () => 2; return 1 }",
      "1:21 - Cannot assign to 'change' because it is a function.",
    ],
    [
      "let kept = 1; throw new Error('later'); let lost = 2",
      "evalmachine.<anonymous>:2\nthrow new Error('later');\n^\n\nError: later\n    at evalmachine.<anonymous>:2:7\n    at evalmachine.<anonymous>:5:3",
    ],
    ["kept", "1\n"],
    ["let unset: number, a1 = 1, none = undefined; class Older { n = 1 }", ""],
    ["throw 'again'", "Thrown: again"],
    ["unset = a1 + 1; [unset, none]", "[ 2, undefined ]\n"],
    [
      "function made() { return 3 }\nthrow 'again'; const a1 = 'text'; class Older { t = '' }",
      "Thrown: again",
    ],
    ["a1 * made() + new Older().n", "4\n"],
    ["const a1 = ((): string => { throw 'again' })()", "Thrown: again"],
    ["a1.toFixed(1)", "1.0\n"],
    ["'use strict'; (function (this: unknown) { return typeof this })()", "undefined\n"],
  ])("%j", async (code, output) => {
    expect(await shown(code)).toBe(output);
  });
});

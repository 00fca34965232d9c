import { describe, expect, test } from "@jest/globals";
import { findMagics } from "../../../src/magics/cell/find-magics.ts";
import { CellSource } from "../../../src/magics/cell/source/source.ts";

/** Complete statements without magics, some of whose lines look like one. */
const EITHER = [
  "const a = n! / 2 + '/'",
  "const b = x! / y! / `\n%svc_jobs\n`.length;",
  "const c = { d: 1 } / 2 + '/`'",
  "if (a) { b } /`/.test(c)",
  "for await (const x of /`'/) /[/`]/.exec(x)",
  "const s = `${`\n%svc_tables ${{ a: '}' }.a}\n%svc_use a\n`}\n%svc_tables\n`;",
  "/* it's\n%svc_jobs\n` */",
  "// don't `",
  "class A { x = 1; static { y! / 2 } @dec() get z() { return /`/ } }",
  "const e = 17\n% 5",
  "const f = 17\n  %count;",
  "let g = i++ / 2 / '`'.length;",
  "const h = !/`/.test(k)",
  "type T = { [K in keyof A]?: `${K}\n%svc_jobs` };",
  "const l = a < b ? c > d / '`'.length : e;",
  "label: { break label }\n/`/.test(a)",
  "const m = 'a\\\n%svc_jobs'",
  "function* o() { yield /`/; }",
  "const p = (q as number) / 2 + r[0] / 3 / `\n%svc_job 1`.length",
  "export default { t: /[`/]/g };",
  "const u = () => {}\n/`/.test(v)",
];
const TYPESCRIPT = ["const v = <string>w + '/`'", "const z = <T>(x: T) => x! / 2 + '`'", "f<number>(/`/)"];
const JSX = [
  "const v = <p title='a\\'>don't `\n%svc_jobs\n{x! / 2}\n%svc_tables\n<br/></p>",
  "const w = <>\n%svc_use a\n{/* it's */}&lt;</>;",
  'const z = <A.B<T> {...c} d="it\'s"/>',
];
const MAGICS = [
  "%svc_jobs",
  "  %svc_use don't",
  "const j = %svc_job 12 -T `",
  "%svc_tables 'a",
  "k = %svc_databases /x",
];

let seed = 11;
const random = (below: number): number => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * below);
};
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

describe.each([
  ["TypeScript", [...EITHER, ...TYPESCRIPT]],
  ["JSX", [...EITHER, ...JSX, ...JSX]],
])("generated programs with %s", (_, statements) => {
  test.each(["\n", "\r\n"])("lines that end with %j", (lineEnd) => {
    for (let run = 0; run < 150; run += 1) {
      const expected: string[] = [];
      const lines = Array.from({ length: 1 + random(7) }, () => {
        if (random(3) > 0) return `${pick(statements)};`;
        const magic = pick(MAGICS);
        expected.push(magic.replace(/^.*%/, "%").trim());
        return magic;
      });
      const cell = lines.join("\n").replaceAll("\n", lineEnd);
      expect([cell, findMagics(cell).map(({ start, end }) => cell.slice(start, end))]).toEqual([
        cell,
        expected,
      ]);
    }
  });
});

const OPERATORS =
  "+ - * / % ** < > <= >= == != === & | ^ && || ?? << >> >>> in instanceof , ? as satisfies ! .a ?.a [0] (1)".split(
    " ",
  );
const OPERANDS = ["/`/.test(a)", "`\n%svc_jobs\n`", "1n", "'`'", "(b)", "<T>b", "-/'/", "() => `", ""];

test("a magic behind every operator and operand, and the text between", () => {
  for (const head of ["n!", "<bigint>n", "f(x)", "a[0]", "({ a })", "m.get('a')!", "g<T>()"])
    for (const operator of OPERATORS)
      for (const operand of OPERANDS) {
        const statement = `${head} ${operator} ${operand};`;
        // Without one, or with half a template, it is no statement.
        if (new CellSource(statement, "ts").mistakes > 0) continue;
        expect([statement, findMagics(statement)]).toEqual([statement, []]);
        const cell = `${statement}\n%svc_use don't\n${statement}`;
        expect([cell, findMagics(cell).map(({ line }) => line)]).toEqual([cell, ["don't"]]);
      }
});

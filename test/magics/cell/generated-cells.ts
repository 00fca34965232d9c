/** Complete statements without magics, some of whose lines look like one. */
export const EITHER = [
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
export const TYPESCRIPT = [
  "const v = <string>w + '/`'",
  "const z = <T>(x: T) => x! / 2 + '`'",
  "f<number>(/`/)",
];
export const JSX = [
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

/** A cell of up to seven of the statements and magics, and the texts of its magics. */
export interface GeneratedCell {
  readonly cell: string;
  readonly magics: readonly string[];
}

/** The same `count` cells for the same arguments. */
export function generateCells(
  statements: readonly string[],
  lineEnd: string,
  count: number,
): readonly GeneratedCell[] {
  let seed = 11;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  return Array.from({ length: count }, () => {
    const magics: string[] = [];
    const lines = Array.from({ length: 1 + random(7) }, () => {
      if (random(3) > 0) return `${pick(statements)};`;
      const magic = pick(MAGICS);
      magics.push(magic.replace(/^.*%/, "%").trim());
      return magic;
    });
    return { cell: lines.join("\n").replaceAll("\n", lineEnd), magics };
  });
}

const HEADS = ["n!", "<bigint>n", "f(x)", "a[0]", "({ a })", "m.get('a')!", "g<T>()"];
const OPERATORS =
  "+ - * / % ** < > <= >= == != === & | ^ && || ?? << >> >>> in instanceof , ? as satisfies ! .a ?.a [0] (1)".split(
    " ",
  );
const OPERANDS = ["/`/.test(a)", "`\n%svc_jobs\n`", "1n", "'`'", "(b)", "<T>b", "-/'/", "() => `", ""];

/** A statement of every operator between every head and operand; some are no statements. */
export const OPERATIONS = HEADS.flatMap((head) =>
  OPERATORS.flatMap((operator) => OPERANDS.map((operand) => `${head} ${operator} ${operand};`)),
);

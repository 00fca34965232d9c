/** Where a statement is wrong: nowhere, at its first, middle or last part, or at each of them. */
export const WRONG = ["nowhere", "first", "middle", "last", "each"] as const;

/** A statement of so many parts, with `¦` at the editor's cursor. */
export type LongStatement = (count: number, wrong: (typeof WRONG)[number]) => string;

const parts = (
  count: number,
  wrong: (typeof WRONG)[number],
  write: (i: number, isWrong: boolean) => string,
  between = ", ",
): string => {
  const at = { nowhere: -1, first: 0, middle: count >> 1, last: count - 1, each: -1 }[wrong];
  return Array.from({ length: count }, (_, i) => write(i, wrong === "each" || i === at)).join(between);
};

/** Statements of many parts of one kind, over the table `t` with the columns `a` and `b`. */
export const LONG_STATEMENTS: Readonly<Record<string, LongStatement>> = {
  "chained WITH": (n, wrong) =>
    `with ${parts(n, wrong, (i, bad) => `t${i} as (select a, ${bad ? "nope(a)" : "b"} as b from ${i === 0 ? "t" : `t${i - 1}`})`)} select ¦ from t${n - 1}`,
  "chained WITH of broken grammar": (n, wrong) =>
    `with ${parts(n, wrong, (i, bad) => `t${i} as (select a, ${bad ? "from where b" : "b"} as b from ${i === 0 ? "t" : `t${i - 1}`})`)} select ¦ from t${n - 1}`,
  "WITH beside each other": (n, wrong) =>
    `with ${parts(n, wrong, (i, bad) => `t${i} as (select ${bad ? "nope" : "a"}, b + ${i} as c from t where a > ${i})`)} select ¦ from t0`,
  "WITH before the cursor's": (n, wrong) =>
    `with ${parts(n, wrong, (i, bad) => `t${i} as (select ${bad ? "nope" : "a"}, b as c from t)`)}, z as (select ¦ from t0)`,
  unions: (n, wrong) => `${parts(n, wrong, (i, bad) => `select a, ${bad ? "nope" : i} from t`, " union all ")} order by ¦`,
  "unions in FROM": (n, wrong) =>
    `select ¦ from (${parts(n, wrong, (i, bad) => `select a, ${bad ? "nope" : i} as c from t`, " union all ")}) u`,
  "a list": (n, wrong) => `select ${parts(n, wrong, (i, bad) => (bad ? "a nope )" : `a + ${i} as c${i}`))} from t where ¦`,
  "a list in a query": (n, wrong) =>
    `select ¦ from (select ${parts(n, wrong, (i, bad) => `${bad ? "nope" : `a + ${i}`} as c${i}`)} from t) u`,
  "an IN list": (n, wrong) => `select a from t where a in (${parts(n, wrong, (i, bad) => (bad ? "nope nope" : `${i}`))}) and ¦`,
  CASE: (n, wrong) => `select case ${parts(n, wrong, (i, bad) => `when a ${bad ? "" : ">"} ${i} then ${i}`, " ")} end, ¦ from t`,
  "CASE in a query": (n, wrong) =>
    `select ¦ from (select case ${parts(n, wrong, (i, bad) => `when a > ${bad ? "nope" : i} then ${i}`, " ")} end as c from t) u`,
  conditions: (n, wrong) => `select a from t where ${parts(n, wrong, (i, bad) => (bad ? "a b" : `a > ${i}`), " and ")} and ¦`,
  joins: (n, wrong) =>
    `select ¦ from t ${parts(n, wrong, (i, bad) => `join t t${i} ${bad ? "" : "on"} t.a = t${i}.a`, " ")}`,
  "joins with a comma": (n, wrong) => `select ¦ from ${parts(n, wrong, (i, bad) => (bad ? "(t" : `t t${i}`))}`,
  unnests: (n, wrong) =>
    `select ¦ from t ${parts(n, wrong, (i, bad) => `cross join unnest(${bad ? "nope" : "array[a]"}) as u${i}(e${i})`, " ")}`,
  "brackets that are not closed": (n, wrong) =>
    `select ${parts(n, wrong, (i, bad) => `f(a${bad ? "" : ")"}, ${i}`)} from t where ¦`,
  "texts and signs": (n, wrong) => `select ${parts(n, wrong, (i, bad) => (bad ? "#" : `'${i}'`))} from t where ¦`,
  statements: (n, wrong) => `${parts(n, wrong, (i, bad) => `select ${bad ? "nope(" : i}`, "; ")}; select ¦ from t`,
  "lines": (n, wrong) => `select ${parts(n, wrong, (i, bad) => (bad ? "a b c" : `a as c${i}`), ",\n")}\nfrom t where ¦`,
  "nested queries": (n, wrong) => {
    const depth = Math.min(n, 200);
    return `${parts(depth, wrong, (_, bad) => `select ${bad ? "nope" : "a"} from (`, "")}select ¦ from t${") x".repeat(depth)}`;
  },
  "nested queries around the cursor": (n, wrong) => {
    const depth = Math.min(n, 200);
    return `select ¦ from (${parts(depth, wrong, (_, bad) => `select ${bad ? "nope(a) as a" : "a"} from (`, "")}select a from t${") x".repeat(depth)}) y`;
  },
}; // prettier-ignore

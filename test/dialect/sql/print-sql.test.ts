import { describe, expect, test } from "@jest/globals";
import { printSql } from "../../../src/dialect/sql/print-sql.ts";
import {
  at,
  column,
  engine,
  failure,
  lambda,
  letIn,
  literal,
  name,
  type Sql,
  tryOf,
  variable,
  word,
} from "../../../src/dialect/sql/tree.ts";
import { macroBody } from "../../../src/dialect/sql/macros.ts";

const printed = (sql: Sql): string => printSql(sql).sql;
const s = column("t1", name("s"));
const b = column("t1", name("b"));

test("texts and names are quoted by the printer", () => {
  expect(printed(engine`f(${literal("it's")}, ${name('a"b')})`)).toBe(`f('it''s', "a""b")`);
  expect(printed(literal("a\0b"))).toBe("('a' || chr(0) || 'b')");
});

test("nested lambdas get distinct parameter names", () => {
  const inner = lambda((x) => engine`${x} + b1`);
  expect(printed(engine`outer(${lambda((x) => engine`f(${x}, ${inner})`)})`)).toBe(
    "outer(lambda b2: f(b2, lambda b1: b1 + b1))",
  );
  expect(printed(engine`list_transform(l, lambda e: e['k'] + ${s})`)).toBe(
    `list_transform(l, lambda b1: b1['k'] + t1."s")`,
  );
});

test("operands of a let are evaluated once", () => {
  const [x, y] = [variable(), variable()];
  expect(printed(letIn([s], [x], engine`${x} * ${x}`))).toBe(
    'list_transform([t1."s"], lambda b1: b1 * b1)[1]',
  );
  expect(printed(letIn([s, b], [x, y], engine`${x} * ${y}`))).toBe(
    `list_transform([struct_pack(o0 := t1."s", o1 := t1."b")], lambda b1: b1['o0'] * b1['o1'])[1]`,
  );
});

test("marks map SQL offsets to positions in the statement", () => {
  expect(printSql(engine`a + ${at(7, engine`b`)} + ${at(9, engine`c`)}`)).toEqual({
    sql: "a + b + c",
    marks: [
      { at: 4, pos: 7 },
      { at: 8, pos: 9 },
    ],
  });
});

const apartly = "list_transform([TRUE], lambda u: TRY(";

test("TRY holds what the engine would evaluate outside of it, as it is written twice, in a lambda", () => {
  const cast = engine`CAST(${s} AS BIGINT)`;
  expect(printed(tryOf(engine`${cast} + ${b}`))).toBe('TRY(CAST(t1."s" AS BIGINT) + t1."b")');
  expect(printed(tryOf(engine`${cast} + ${cast}`))).toBe(
    `${apartly}CAST(t1."s" AS BIGINT) + CAST(t1."s" AS BIGINT)))[1]`,
  );
  expect(printed(tryOf(engine`~log_of(${s})`))).toBe(`${apartly}"svc-lib".main.log_of(t1."s")))[1]`);
  const fails = failure("DIVISION_BY_ZERO", 3, literal("no"), word("BIGINT"));
  expect(printed(tryOf(engine`[${fails}, ${fails}]`))).toBe(
    `${apartly}[CAST('svc!DIVISION_BY_ZERO!3!' || 'no' AS BIGINT), CAST('svc!DIVISION_BY_ZERO!3!' || 'no' AS BIGINT)]))[1]`,
  );
});

test("in TRY a failure is null where it makes the whole null, as the engine evaluates row by row once a row fails", () => {
  const fails = failure("DIVISION_BY_ZERO", 3, literal("no"), word("BIGINT"));
  const failing = "CAST('svc!DIVISION_BY_ZERO!3!' || 'no' AS BIGINT)";
  const bound = (write: (x: Sql) => Sql): string => {
    const x = variable();
    return printed(tryOf(letIn([engine`(CASE WHEN ${b} THEN ${s} ELSE ${fails} END)`], [x], write(x))));
  };
  expect(printed(tryOf(engine`abs(${fails} * ${b})`))).toContain('TRY(abs(CAST(NULL AS BIGINT) * t1."b"))');
  expect(bound((x) => engine`date_trunc('day', ${x})`)).not.toContain("svc!");
  expect(bound((x) => engine`(CASE WHEN ${s} = 0 THEN NULL ELSE ${engine`${x} // ${s}`} END)`)).not.toContain(
    "svc!",
  );
  // Here something else may be the result.
  expect(bound((x) => engine`(CASE WHEN ${x} = 1 THEN 2 ELSE abs(${x}) END)`)).toContain(failing);
  expect(bound((x) => engine`coalesce(${x}, ${s})`)).toContain(failing);
  expect(bound((x) => engine`f(${x})`)).toContain(failing);
  expect(bound((x) => engine`(${x} IS NULL)`)).toContain(failing);
  expect(printed(tryOf(engine`(${fails} = 1 OR ${b})`))).toContain(failing);
});

test("a failure that is the value of TRY is NULL: the engine evaluates TRY row by row once a row fails", () => {
  const fails = failure("DIVISION_BY_ZERO", 3, literal("no"), word("BIGINT"));
  expect(printed(tryOf(engine`(CASE WHEN ${b} = 0 THEN ${fails} ELSE ${s} / ${b} END)`))).toBe(
    'TRY((CASE WHEN t1."b" = 0 THEN CAST(NULL AS BIGINT) ELSE t1."s" / t1."b" END))',
  );
  expect(printed(tryOf(engine`coalesce(${s}, CAST(${fails} AS VARCHAR))`))).toContain(
    "CAST(CAST(NULL AS BIGINT) AS VARCHAR)",
  );
  expect(printed(tryOf(engine`coalesce(${s}, ${fails})`))).toBe('TRY(t1."s")');
  // Not the value: what the failure is part of would not be null.
  for (const sql of [
    engine`(CASE WHEN ${fails} THEN 1 ELSE 2 END)`,
    engine`(CASE WHEN ${b} THEN ${fails} ELSE 1 END) IS NULL`,
    engine`coalesce(${fails}, 1)`,
  ])
    expect(printed(tryOf(sql))).toContain("svc!");
});

test("nested TRY of an ISO time has no lambda, which the engine would set up for each row once a row fails", () => {
  const instant = tryOf(engine`~iso_instant(${s})`);
  expect(printed(tryOf(engine`~zoned(${instant}, ~text_zone(${s}))`))).toBe(
    'TRY("svc-lib".main.zoned(TRY("svc-lib".main.iso_instant(t1."s")), "svc-lib".main.text_zone(t1."s")))',
  );
});

test("a subquery stays outside of lambdas", () => {
  expect(printed(tryOf(engine`coalesce(${s}, (SELECT 1))`))).toBe('TRY(coalesce(t1."s", (SELECT 1)))');
});

test("a macro body keeps its parameter names", () => {
  expect(printed(macroBody({ body: "list_filter(l, lambda e, i: e = x)", parameters: ["l", "x"] }))).toBe(
    "list_filter(l, lambda e, i: e = x)",
  );
});

describe("calls of script functions yield to other statements", () => {
  test.each<[string, Sql, string]>([
    [
      "a call with a column",
      engine`svc_crc32(encode(${s}))`,
      'svc_crc32(encode(t1."s"), svc_turn(encode(t1."s")))',
    ],
    [
      "the shortest argument that varies",
      engine`svc_regex_replace(lower(${s}), 'a,b(', ${b})`,
      `svc_regex_replace(lower(t1."s"), 'a,b(', t1."b", svc_turn(t1."b"))`,
    ],
    [
      "a call around another needs none",
      engine`svc_regex_like(svc_url_encode(${s}), '(?=x)')`,
      `svc_regex_like(svc_url_encode(t1."s", svc_turn(t1."s")), '(?=x)')`,
    ],
    [
      "a lambda's parameter varies",
      engine`list_transform(${b}, lambda x: svc_format('%d', [x]))`,
      `list_transform(t1."b", lambda b1: svc_format('%d', [b1], svc_turn([b1])))`,
    ],
    [
      "constants are worked out once",
      engine`svc_format('%d', [CAST(4 AS VARCHAR)])`,
      "svc_format('%d', [CAST(4 AS VARCHAR)])",
    ],
    [
      "a subquery is not run twice",
      engine`svc_crc32((SELECT ${s} FROM t))`,
      `svc_crc32((SELECT t1."s" FROM t))`,
    ],
    ["a text that looks like a call", engine`SELECT ${literal("svc_crc32(x)")}`, "SELECT 'svc_crc32(x)'"],
    [
      "what may fail stays within what takes its errors, and can tell a limit from them",
      engine`${tryOf(engine`svc_format('%d', [CAST(${s} AS BIGINT)])`)} + svc_crc32(${b})`,
      `${apartly}svc_format('%d', [CAST(t1."s" AS BIGINT)], getvariable('svc_connection'))))[1] + svc_crc32(t1."b", svc_turn(t1."b"))`,
    ],
  ])("%s", (_what, sql, expected) => {
    expect(printed(sql)).toBe(expected);
  });

  test("a repeated argument has one mark", () => {
    expect(printSql(engine`svc_crc32(${at(12, s)})`)).toEqual({
      sql: 'svc_crc32(t1."s", svc_turn(t1."s"))',
      marks: [{ at: 10, pos: 12 }],
    });
  });
});

test("COALESCE inside TRY is written as CASE: the engine's own mixes up rows where an argument fails", () => {
  expect(printed(engine`coalesce(${s}, ${b}, 0)`)).toBe('coalesce(t1."s", t1."b", 0)');
  expect(printed(tryOf(engine`coalesce(${s}, ${b}, 0)`))).toBe(
    `${apartly}list_transform([t1."s"], lambda n1: CASE WHEN n1 IS NULL THEN list_transform([t1."b"], lambda n2: CASE WHEN n2 IS NULL THEN 0 ELSE n2 END)[1] ELSE n1 END)[1]))[1]`,
  );
});

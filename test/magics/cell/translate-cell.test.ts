import { describe, expect, test } from "@jest/globals";
import { CellPlan } from "../../../src/magics/cell/cell-plan.ts";
import type { CellScope } from "../../../src/magics/cell/magic-record.ts";
import { translateCell as translate } from "../../../src/magics/cell/translate-cell.ts";

const scope: CellScope = { database: null, bound: new Set(["con", "symbol", "table", "sql", "id"]) };

const translateCell = (cell: string, known: CellScope): string => translate(new CellPlan(cell), known)();

function errorOf(cell: string, known: CellScope = scope): string {
  try {
    translateCell(cell, known);
  } catch (error) {
    return String(error);
  }
  throw new Error("it was translated");
}

test("a cell without magics is unchanged", () => {
  const cell = "const a = `%svc_tables`\r\n// %svc_use x\n\t1 %a\n";
  expect(translateCell(cell, scope)).toBe(cell);
});

describe("queries", () => {
  test("the plain form", () => {
    expect(translateCell("%%svc_presto sample_datasets\nselect 1\n", scope)).toBe(
      `await import("svclib/pandas_td").then(async ({ create_engine, read_svc_query }) => {
  const { magic_context, time_to_date, time_index } = await import("svclib/pandas_td/ipython");
  const engine = create_engine("presto:sample_datasets", magic_context.connect());
  let table = await read_svc_query(\`select 1
\`, engine);
  table = time_to_date(table);
  table = time_index(table);
  return table;
});`,
    );
  });

  test("a query that begins on the magic's line", () => {
    const below = "%%svc_presto sample_datasets -q\nselect 'a b',\n  {x}";
    expect(translateCell(below.replace("\n", " "), scope)).toBe(translateCell(below, scope));
  });

  test("the variable of -o has the rows' type unless other options determine the columns", () => {
    const declaration = (options: string): string | undefined =>
      translate(
        new CellPlan(`%%svc_presto db ${options}\nselect a from t`),
        scope,
      )({
        rowType: (rows) => ("sql" in rows && rows.dates ? `{ ${rows.database}: "${rows.sql}" }` : null),
        columnsOfRows: () => null,
      }).split(" = ")[0];
    expect(declaration("-o df")).toBe('let df: import("svclib/pandas_td").Table<{ db: "select a from t" }>');
    for (const options of ["-o df --pivot", "-o df --mark bar", "-o df -c con"])
      expect(declaration(options)).toBe("let df");
  });

  test("every option", () => {
    const cell =
      "\n%%svc_hive -o df --plot -dq --timezone asia/tokyo -O 'my file.csv' -c con sample_datasets\nselect {symbol}, {x} from t";
    expect(translateCell(cell, scope)).toBe(
      `
let df = await import("svclib/pandas_td").then(async ({ read_svc_query, sql }) => {
  const { engine_on, check_file, time_to_date, dropna, pivot, set_timezone, save, show_plot } = await import("svclib/pandas_td/ipython");
  await check_file("my file.csv");
  const engine = engine_on(con, "hive:sample_datasets", { show_progress: false });
  let table = await read_svc_query(sql\`select \${symbol}, {x} from t\`, engine);
  table = time_to_date(table);
  table = dropna(table);
  const rows = table;
  table = pivot(table, { if_possible: true });
  table = set_timezone(table, "Asia/Tokyo");
  await save(table, "my file.csv");
  show_plot(rows, { timezone: "Asia/Tokyo" });
  return table;
});`,
    );
  });

  test("a plot without a variable is the cell's value, a file alone gives none", () => {
    expect(translateCell("%%svc_presto a_b --plot\nselect 1", scope)).toContain("  return plot(table);\n});");
    const saved = translateCell("%%svc_presto a_b -O x.csv -T UTC --limit 5\nselect 1", scope);
    expect(saved).toContain(
      '  await save(engine.client.stream(`select 1`, { engine, force_job: true, limit: 5 }), "x.csv", { timezone: "UTC" });\n});',
    );
    expect(translateCell("%%svc_presto a_b -d -O x.csv\nselect 1", scope)).toContain(
      '  await save(table, "x.csv");\n});',
    );
    expect(translateCell("%svc_job 7 -O x.csv", scope)).toContain(
      'await save((await engine.client.get_job(7)).stream(), "x.csv"); })',
    );
  });

  test("chart options", () => {
    const cell =
      "%%svc_presto a_b --mark=bar --x day --y 'open, close' --color symbol --facet year --title \"It's\" -T UTC\nselect 1";
    expect(translateCell(cell, scope)).toContain(
      '  return plot(table, { mark: "bar", x: "day", y: ["open", "close"], color: "symbol", facet: "year", title: "It\'s", timezone: "UTC" });',
    );
    expect(translateCell("%%svc_presto a_b --pivot --plot\nselect 1", scope)).toContain(
      "  table = pivot(table);\n  return plot(table);",
    );
    expect(() => translateCell("%%svc_presto a_b --mark lines\nselect 1", scope)).toThrow(
      "option --mark: there is no mark 'lines'; did you mean 'line'?",
    );
  });

  test("the chart's look", () => {
    const options =
      "--x-title Day --y-title '% of all' --percent --log --width 400 --height=200 --format .1% --stack --log-x";
    expect(translateCell(`%%svc_presto a_b ${options}\nselect 1`, scope)).toContain(
      'x_title: "Day", y_title: "% of all", stack: true, percent: true, format: ".1%", log: true, log_x: true, width: 400, height: 200 }',
    );
    for (const [wrong, message] of [
      ["--width wide", "option --width: width must be a number of pixels from 1 to 10000, not NaN"],
      [
        "--format %d%d",
        "option --format: '%d%d' is no number format; write one of d3: .1% for 12.3%, ,.0f for 1,235",
      ],
      [
        "--sort up",
        "option --sort: there is no order 'up'; it is one of x, -x, y, -y, ascending, descending, none",
      ],
    ] as const)
      expect(() => translateCell(`%%svc_presto a_b ${wrong}\nselect 1`, scope)).toThrow(message);
  });

  test.each([
    ["select a, n from t order by n", ', { sort: "none" }'],
    ["with s as (select 1 order by 1) select a, rank() over (order by n) as n from s -- order by a", ""],
    ["(select a from t) union (select 'order by') ORDER /* all */ BY 1", ', { sort: "none" }'],
    ["select array_agg(a order by a) from t", ""],
  ])("bars have the order of the query: %s", (query, code) => {
    expect(translateCell(`%%svc_presto a_b --plot\n${query}`, scope)).toContain(`plot(table${code});`);
    expect(translateCell(`%%svc_presto a_b --sort L,M,S\n${query}`, scope)).toContain(
      '{ sort: ["L", "M", "S"] }',
    );
  });

  test("the current database, or the connection's own", () => {
    const used = { ...scope, database: "used" };
    expect(translateCell("%%svc_presto\nselect 1", used)).toContain(
      'create_engine("presto:used", magic_context.connect())',
    );
    expect(translateCell("%%svc_presto -c con\nselect 1", used)).toContain('engine_on(con, "presto")');
    expect(translateCell("%%svc_presto -c @prod\nselect 1", used)).toContain(
      'engine_on(connect(null, null, { profile: "prod" }), "presto")',
    );
    expect(translateCell("%%svc_presto {id} -q\nselect 1", used)).toContain(
      "create_engine(`presto:${id}`, { con: magic_context.connect(), show_progress: false })",
    );
  });

  test("generated names avoid those used by the notebook", () => {
    const code = translateCell("%%svc_presto a_b\nselect {table}, {sql:raw}", scope);
    expect(code).toContain("async ({ create_engine, read_svc_query, sql: sql_ })");
    expect(code).toContain(
      "let table_ = await read_svc_query(sql_`select ${table}, ${sql_.raw(sql)}`, engine);",
    );
    expect(code).toContain("  return table_;");
  });

  test("a dry run shows what runs, as a person would write it", () => {
    const shown = `import { create_engine, read_svc_query } from "svclib/pandas_td";
import { magic_context, time_to_date, time_index, say_result } from "svclib/pandas_td/ipython";

const engine = create_engine("presto:a_b", magic_context.connect());
let table = await read_svc_query(\`select '\\\`\\\${x}\\\\'\`, engine);
table = time_to_date(table);
table = time_index(table);
say_result(table, "df");
let df = table;`;
    expect(translateCell("%%svc_presto a_b -o df -n\nselect '`${x}\\'", scope)).toBe(
      `await import("svclib/pandas_td/ipython").then(({ show_code }) => show_code(${JSON.stringify(shown)}));`,
    );
    const plotted = new CellPlan("%%svc_presto a_b --mark bar -n\nselect day, n from t");
    const columns = [
      { name: "day", type: "date" },
      { name: "n", type: "bigint" },
    ];
    expect(translate(plotted, scope)({ rowType: () => null, columnsOfRows: () => columns })).toContain(
      'return show_spec([["day","date"],["n","bigint"]], { mark: "bar" });',
    );
    expect(translate(plotted, scope)()).toContain(
      "// The chart follows from the columns of the result, which",
    );
    expect(translateCell("%svc_tables web.* ", scope)).toContain("svc_tables(");
    const verbose = translateCell("%%svc_presto a_b --verb -q\nselect 1", scope);
    expect(verbose).toContain(
      'show_code("import { create_engine, read_svc_query } from \\"svclib/pandas_td\\";',
    );
    expect(verbose).toContain('\\ntable;");\n  return table;\n});');
    const loud = translateCell("%%svc_presto a_b -v\nselect 1", scope);
    expect(loud).toContain("  verbose_progress();\n  let table = await");
  });
});

describe("line magics", () => {
  test("each stays on its line, and the lines below keep their numbers", () => {
    const cell = "const a = 1\n%svc_tables ^web\\.a;\n%svc_jobs --mine \\\n  --kill 12\nx";
    expect(translateCell(cell, scope).split("\n")).toEqual([
      "const a = 1",
      'await import("svclib/pandas_td/ipython").then(({ svc_tables }) => svc_tables("^web\\\\.a"));',
      'await import("svclib/pandas_td/ipython").then(({ svc_jobs }) => svc_jobs({ mine: true, kill: 12 }));',
      "",
      "x",
    ]);
  });

  test.each([
    ["%svc_databases", "svc_databases", "svc_databases()"],
    ["%svc_databases 'sample'", "svc_databases", 'svc_databases("sample")'],
    ["%svc_tables {symbol}", "svc_tables", "svc_tables(symbol)"],
    ["%svc_jobs", "svc_jobs", "svc_jobs()"],
    ["%svc_use sample_datasets", "svc_use", 'svc_use("sample_datasets")'],
    ["%lsmagic", "lsmagic", "lsmagic()"],
    ["%load_ext svclib.pandas_td.ipython", "load_ipython_extension", "load_ipython_extension()"],
    ["%svc_tables?", "magic_help", 'magic_help("svc_tables")'],
    ["%svc_tables x --help", "magic_help", 'magic_help("svc_tables")'],
    ["%svc_job -h", "magic_help", 'magic_help("svc_job")'],
    ["?%%svc_presto", "magic_help", 'magic_help("svc_presto")'],
  ])("%s", (cell, name, call) => {
    expect(translateCell(cell, scope)).toBe(
      `await import("svclib/pandas_td/ipython").then(({ ${name} }) => ${call});`,
    );
  });

  test("without argument: the current database", () => {
    expect(translateCell("%svc_use", { ...scope, database: "used" })).toContain('svc_use("used")');
  });

  test("a job's result", () => {
    expect(translateCell("%svc_job 0042 -c con", scope)).toBe(
      'await import("svclib/pandas_td").then(async ({ read_svc_job }) => { ' +
        'const { job_engine, time_to_date, time_index } = await import("svclib/pandas_td/ipython"); ' +
        "const engine = job_engine(con); let table = await read_svc_job(42, engine); table = time_to_date(table); " +
        "table = time_index(table); return table; });",
    );
    expect(translateCell("%svc_job {id}", scope)).toContain("read_svc_job(id, engine)");
    const declaration = (cell: string): string =>
      translate(
        new CellPlan(cell),
        scope,
      )({
        rowType: (rows) => ("job" in rows ? `{ n: ${rows.job} }` : null),
        columnsOfRows: () => null,
      }).split(" = ")[0] ?? "";
    const type = 'import("svclib/pandas_td").Table<{ n: 42 }>';
    expect(declaration("%svc_job 42 -o df")).toBe(`let df: ${type}`);
    expect(declaration("const df = %svc_job 42")).toBe(`const df: ${type}`);
    expect(declaration("const df: Table = %svc_job 42")).toBe("const df: Table");
    expect(declaration("%svc_job 42 -o df --pivot")).toBe("let df");
  });
});

describe("variables", () => {
  const head = (cell: string): string[] =>
    translateCell(cell, scope)
      .split("\n")
      .map((line) => line.slice(0, line.indexOf("await")));

  test.each([
    ["x = %svc_job 1", ["let x = "]],
    ["let x = %svc_job 1", ["let x = "]],
    ["const x: Table = %svc_job 1", ["const x: Table = "]],
    ["a.b = %svc_job 1", ["a.b = "]],
    ["x = %svc_job 1\nx = %svc_job 2", ["let x = ", "x = "]],
    ["%svc_job 1 -o x\n%svc_job 2 -o x", ["let x = ", "x = "]],
    ["id = %svc_job 1", ["let id = "]],
  ])("%j", (cell, heads) => {
    expect(head(cell)).toEqual(heads);
  });

  test("names declared in the cell are assigned, not declared again", () => {
    expect(translateCell("let x\nx = %svc_job 1", scope)).toMatch(/^let x\nx = await/);
    expect(translateCell("let x\n%svc_job 1 -o x", scope)).toMatch(/^let x\nx = await/);
    expect(translateCell("{\n  id = %svc_job 1\n}", scope)).toMatch(/^\{\n {2}id = await/);
  });

  test("names declared in the cell can be used as arguments", () => {
    expect(translateCell("const mine = connect(), job = 7\n%svc_job {job} -c mine", scope)).toContain(
      "const engine = job_engine(mine); let table = await read_svc_job(job, engine);",
    );
    expect(translateCell("first = %svc_tables\n%svc_tables {first}", scope)).toContain("svc_tables(first)");
  });

  test("--head shows the first rows, and -o, -O and an assignment get all", () => {
    expect(translateCell("%svc_job 1 --head 5", scope)).toContain("return table.slice(0, 5); });");
    expect(translateCell("%svc_job 1 --head 5 -o df", scope)).toContain(
      'say_result(table, "df"); display(table.slice(0, 5)); return table; });',
    );
    expect(translateCell("x = %svc_job 1 --head 5", scope)).toContain(
      "display(table.slice(0, 5)); return table; });",
    );
    expect(translateCell("%svc_job 1 --head 5 -O a.csv", scope)).toContain(
      'await save(table, "a.csv"); return table.slice(0, 5); });',
    );
    expect(translateCell("%svc_job 1 --head 5 --plot", scope)).toContain(
      "display(table.slice(0, 5)); return plot(table); });",
    );
    expect(() => translateCell("%svc_job 1 --head five", scope)).toThrow(
      "option --head: 'five' is not a number of rows; write --head 1000",
    );
  });

  test("with --plot the chart is shown, and the table is assigned", () => {
    expect(translateCell("x = %svc_job 1 --plot", scope)).toContain("show_plot(rows); return table; });");
  });
});

describe("mistakes", () => {
  test.each([
    ["%svc_tabels", "there is no magic %svc_tabels; did you mean %svc_tables?"],
    ["%%svc_prest a\nselect 1", "there is no magic %%svc_prest; did you mean %%svc_presto?"],
    ["%autoreload 2", "there is no magic %autoreload; %lsmagic lists all magics"],
    [
      "%matplotlib inline",
      "there is no magic %matplotlib; charts need no setup: --plot in the query's first line, or plot(table)",
    ],
    [
      "%%time\n1 + 1",
      'there is no magic %%time; put console.time("cell"); first and console.timeEnd("cell"); last',
    ],
    ["%%svc_tables\nx", "%%svc_tables is a line magic: write %svc_tables"],
    [
      "%svc_hive a\nx",
      "%svc_hive is a cell magic: write %%svc_hive as the first line of a cell, and the query below it",
    ],
    ["1\n%%svc_hive a\nx", "%%svc_hive must be the first line of its cell"],
    [
      "%%svc_presto\nselect 1",
      "%%svc_presto: no database: name one, as in %%svc_presto sample_datasets, or choose one with %svc_use",
    ],
    [
      "%%svc_presto a -T Mars/Olympus\nselect 1",
      "%%svc_presto: no time zone is called 'Mars/Olympus'; names are like Asia/Tokyo or UTC",
    ],
    [
      "%%svc_presto a -T tokyo\nselect 1",
      "%%svc_presto: no time zone is called 'tokyo'; did you mean Asia/Tokyo?",
    ],
    [
      "%%svc_presto a -c nope\nselect 1",
      "%%svc_presto: option --connection: no variable is called nope; create one: const nope = connect()",
    ],
    ["%%svc_presto a -c con.x\nselect 1", "%%svc_presto: option --connection: 'con.x' can't name a variable"],
    ["%%svc_presto a -o my-df\nselect 1", "%%svc_presto: option --out: 'my-df' can't name a variable"],
    ["%%svc_presto a -o class\nselect 1", "%%svc_presto: option --out: 'class' can't name a variable"],
    ["%%svc_presto a -o Promise\nselect 1", "%%svc_presto: option --out: 'Promise' can't name a variable"],
    ["x = %svc_job 1 -o y", "%svc_job: the result is assigned already: leave --out away"],
    [
      "%%svc_presto a\nselect 1\nfrom t where s = '{symbol}'",
      "%%svc_presto: {symbol} is inside quotes (line 2 of the query), but values are quoted already; " +
        "write {symbol} without quotes, or {symbol:raw} to insert its text unchanged",
    ],
    ["%%svc_presto a", "%%svc_presto: there is no query below this line"],
    ["%%svc_presto a\n  \n", "%%svc_presto: there is no query below this line"],
    ["%svc_job abc", "%svc_job: job_id must be a whole number, not 'abc'"],
    ["%svc_job {nope}", "%svc_job: job_id must be a whole number, not '{nope}'"],
    ["%svc_jobs --kill abc", "%svc_jobs: option --kill needs the id of a job, not 'abc'"],
    [
      "%svc_tables *x",
      "%svc_tables: '*x' is not a regular expression (nothing to repeat); for any text write .*, as in .*x",
    ],
    ["%svc_databases (a", "%svc_databases: '(a' is not a regular expression (unterminated group)"],
    [
      "%load_ext autoreload",
      "%load_ext: no extension is called 'autoreload'; there is svclib.pandas_td.ipython",
    ],
  ])("%j", (cell, message) => {
    expect(errorOf(cell)).toBe(`UsageError: ${message}`);
  });

  test.each([
    ["%%svc_presto a --bogus\nselect 1", "unknown option --bogus"],
    ["%%svc_presto a --piwot\nselect 1", "unknown option --piwot; did you mean --pivot?"],
    ["%%svc_presto a -qz\nselect 1", "unknown option -z (in -qz)"],
    ["%%svc_presto a -o\nselect 1", "option -o needs a value (OUT)"],
    ["%%svc_presto a -o -q\nselect 1", "option -o needs a value (OUT)"],
    ["%%svc_presto a --quiet=1\nselect 1", "option --quiet takes no value"],
    ["%%svc_presto a --d\nselect 1", "option --d could be --dry-run, --dropna"],
    ["%%svc_presto a b\nselect 1", "unexpected argument 'b'; the query goes below this line"],
    ["%%svc_presto a -O 'x\nselect 1", "no closing ' for 'x"],
  ])("%j shows the usage", (cell, problem) => {
    const [error, usage] = errorOf(cell).split("\n");
    expect(error).toBe(`UsageError: %%svc_presto: ${problem}`);
    expect(usage).toMatch(/^usage: %%svc_presto \[--pivot\] .* \[-h\] \[database\]$/);
  });

  test.each(["csv", "tsv", "json", "jsonl", "parquet", "arrow"])(
    "a file ending in .%s is no error",
    (ending) => {
      expect(translateCell(`%%svc_presto a -O x.${ending}\nselect 1`, scope)).toContain(`"x.${ending}"`);
    },
  );

  test("a file type that can't be written", () => {
    expect(errorOf("%%svc_presto a -O x.csv.gz\nselect 1")).toBe(
      "UsageError: %%svc_presto: option --out-file: .gz files can't be written; end the name in .csv, .tsv, .json, .jsonl, .parquet or .arrow",
    );
  });

  test("missing arguments show the usage", () => {
    expect(errorOf("%svc_job")).toMatch(
      /^UsageError: %svc_job: job_id is missing\nusage: %svc_job \[--pivot\] .* \[-h\] job_id$/,
    );
    expect(errorOf("%svc_use")).toBe(
      "UsageError: %svc_use: database_name is missing\nusage: %svc_use [-h] [database_name]",
    );
  });
});

describe("SQL over tables of the notebook", () => {
  const bound: CellScope = { database: null, bound: new Set(["busiest", "id", "other"]) };

  test("variables, files and jobs that FROM names become options of read_local", () => {
    const cell = `%%svc_local -o df
select * from busiest b join 'prices.csv' p on p.code = b.code join job(42) j on true, unknown
where b.id = {id}`;
    expect(translateCell(cell, bound)).toBe(
      `let df = await import("svclib/pandas_td").then(async ({ read_svc_job, sql, read_local }) => {
  const { job_engine, magic_context, time_to_date, time_index, say_result } = await import("svclib/pandas_td/ipython");
  const engine = job_engine(magic_context.connect());
  let table = await read_local(sql\`select * from busiest b join 'prices.csv' p on p.code = b.code join job(42) j on true, unknown
where b.id = \${id}\`, { tables: { busiest, "job(42)": await read_svc_job(42, engine) }, files: ["prices.csv"] });
  table = time_to_date(table);
  table = time_index(table);
  say_result(table, "df");
  return table;
});`,
    );
  });

  test("--local of both dialects, with options, and tables in braces", () => {
    expect(
      translateCell(
        "%%svc_hive db --local -q --limit 5 -O out.csv\nselect `x` from {other} o join {busiest}",
        bound,
      ),
    ).toBe(
      `await import("svclib/pandas_td").then(async ({ read_local }) => {
  const { check_file, say_result, time_to_date, time_index, save } = await import("svclib/pandas_td/ipython");
  await check_file("out.csv");
  let table = await read_local(\`select \\\`x\\\` from \\\`other\\\` o join \\\`busiest\\\`\`, { tables: { other, busiest }, type: "hive", database: "db", limit: 5, show_progress: false });
  say_result(table);
  table = time_to_date(table);
  table = time_index(table);
  await save(table, "out.csv");
});`,
    );
  });

  test("a connection is refused", () => {
    expect(errorOf("%%svc_presto --local -c other\nselect 1", bound)).toBe(
      "UsageError: %%svc_presto: --local runs on the local service of this machine: leave --connection away",
    );
  });

  test.each([
    [
      "presto",
      "select {id} from {busiest} join {other} o on true",
      "select ${id} from ${busiest} as busiest join ${other} o on true",
    ],
    ["presto", "select 1 from {other.rows}", 'select 1 from ${other.rows} as "other.rows"'],
    [
      "hive",
      "select 1 from {other.rows}, {id}",
      "select 1 from ${other.rows} as \\`other.rows\\`, ${id} as id",
    ],
    ["presto", "select 1 from {unknown}", "select 1 from {unknown}"],
  ])("%s sends those in braces with the query, by their names: %s", (dialect, query, code) => {
    expect(translateCell(`%%svc_${dialect} db\n${query}`, bound)).toContain(`\`${code}\`, engine)`);
  });
});

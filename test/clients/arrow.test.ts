import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mkdtemp, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromArrow } from "arquero";
import { connect, create_engine, read_svc_query } from "../../src/core/pandas-td.ts";
import { startService, type Service } from "../../src/service/start-service.ts";
import { describeClient, runSteps } from "./describe-client.ts";

let folder: string;
let service: Service;

const VALUES = `
select * from (values
  (bigint '9223372036854775807', integer '-5', smallint '300', tinyint '-128', 0.5e0, real '0.1', true, 'é→😀', decimal '1.50',
   date '2024-01-02', timestamp '2024-01-02 03:04:05.678', timestamp '2024-01-02 03:04:05 Asia/Tokyo', x'00ff', json '{"a": 1}',
   array[bigint '9223372036854775807', null], map(array['k', 'l'], array[1.5e0, null]), cast(row(1, 'x') as row(a bigint, b varchar))),
  (-1, 1, smallint '1', tinyint '1', nan(), real '-1.5', false, '', decimal '-0.01', date '1969-12-31', timestamp '1969-12-31 23:59:59.999',
   timestamp '2024-01-02 03:04:05 UTC', x'', json 'null', array[], map(), cast(row(null, null) as row(a bigint, b varchar))),
  (null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null))
  as t (i, i32, i16, i8, d, r, b, s, dec, day, ts, tz, bin, j, l, m, ro)`;
const MANY = `select n, if(n % 7 = 0, null, 'text ' || cast(n % 1000 as varchar)) as s
  from unnest(sequence(1, 500)) a(x) cross join unnest(sequence(1, 400)) b(y) cross join (select 1 as one) c
  cross join lateral (select (x - 1) * 400 + y as n) d`;

/** Jobs with {@link MANY} whose files are damaged. */
const DAMAGED = ["3", "4", "5"];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-arrow-"));
  service = await startService({ dataDir: join(folder, "data") });
  const client = connect(service.apikey, service.url);
  await client.create_database_if_not_exists("things");
  const engine = create_engine("presto:things", client);
  const table = await read_svc_query(VALUES, engine);
  await writeFile(join(folder, "table.arrows"), table.toArrowIPC());
  await writeFile(join(folder, "job.arrows"), await (await client.get_job(1)).arrow());
  await read_svc_query(MANY, engine);
  for (const job of DAMAGED) {
    await read_svc_query(MANY, engine);
    await damageEnd(join(folder, "data", "results", `${job}.blocks`));
  }
  client.close();
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** The blocks before the last can be read. */
async function damageEnd(path: string): Promise<void> {
  const { size } = await stat(path);
  const file = await open(path, "r+");
  await file.write("damage", size - 1000);
  await file.close();
}

const types = {
  i: "int64",
  i32: "int32",
  i16: "int16",
  i8: "int8",
  d: "double",
  r: "double",
  b: "bool",
  s: "string",
  dec: "string",
  day: "string",
  ts: "string",
  tz: "string",
  bin: "binary",
  j: "string",
  l: "list<item: int64>",
  m: "map<string, double>",
  ro: "struct<a: int64, b: string>",
};
/** The service sends times as Arrow has them; what the client writes keeps the service's text. */
const typesOf = {
  service: { ...types, day: "date32[day]", ts: "timestamp[us]" },
  zstd: { ...types, day: "date32[day]", ts: "timestamp[us]" },
  job: types,
  table: types,
};
const values = {
  i: ["9223372036854775807", -1, null],
  i32: [-5, 1, null],
  i16: [300, 1, null],
  i8: [-128, 1, null],
  d: [0.5, "nan", null],
  r: [0.1, -1.5, null],
  b: [true, false, null],
  s: ["é→😀", "", null],
  dec: ["1.50", "-0.01", null],
  day: ["2024-01-02", "1969-12-31", null],
  ts: ["2024-01-02 03:04:05.678", "1969-12-31 23:59:59.999", null],
  tz: ["2024-01-02 03:04:05 Asia/Tokyo", "2024-01-02 03:04:05 UTC", null],
  bin: ["00ff", "", null],
  j: ['{"a":1}', "null", null],
  l: [["9223372036854775807", null], [], null],
  ro: [{ a: 1, b: "x" }, { a: null, b: null }, null],
};
const pairs = [
  [
    ["k", 1.5],
    ["l", null],
  ],
  [],
  null,
];
const maps = [{ k: 1.5, l: null }, {}, null];

const steps = (["service", "zstd", "job", "table"] as const).flatMap((source): [string, unknown][] => [
  [`pyarrow types, ${source}`, typesOf[source]],
  [`pyarrow, ${source}`, { ...values, m: pairs }],
  [`polars, ${source}`, values],
  [`polars map, ${source}`, maps],
]);

describeClient(
  "Arrow streams in Python (pyarrow, polars, pandas)",
  () =>
    runSteps(process.env["SVC_PYTHON_ARROW"] ?? "python3", [join(import.meta.dirname, "use_arrow.py")], {
      env: {
        SERVICE_URL: service.url,
        SERVICE_KEY: service.apikey,
        FOLDER: folder,
        JOBS: ["1 2", ...DAMAGED].join(" "),
      },
      parse: JSON.parse,
    }),
  {
    ...Object.fromEntries(steps),
    "the service's types": {
      i: "bigint",
      i32: "integer",
      i16: "smallint",
      i8: "tinyint",
      d: "double",
      r: "real",
      b: "boolean",
      s: "varchar(3)",
      dec: "decimal(3,2)",
      day: "date",
      ts: "timestamp(3)",
      tz: "timestamp(0) with time zone",
      bin: "varbinary",
      j: "json",
      l: "array(bigint)",
      m: "map(varchar(1), double)",
      ro: "row(a bigint, b varchar)",
    },
    pandas: { d: ["float64", [0.5, "nan", "nan"]], s: ["str", ["é→😀", "", "nan"]] },
    "many rows": [200_000, 20_000_100_000, 1001, 28_571],
    "many rows once kept": true,
    "a reply that breaks off, read whole": "IncompleteRead",
    "a reply that breaks off, pyarrow": "IncompleteRead",
    "a reply that breaks off, polars": "PanicException",
  },
);

describe("Arrow streams in Arquero", () => {
  test.each(["table", "job"])("%s", async (source) => {
    const table = fromArrow(await readFile(join(folder, `${source}.arrows`)), { useBigInt: true });
    expect(table.numRows()).toBe(3);
    expect(table.select("i", "d", "s", "l", "ro", "m").object(0)).toEqual({
      i: 9223372036854775807n,
      d: 0.5,
      s: "é→😀",
      l: [9223372036854775807n, null],
      ro: { a: 1n, b: "x" },
      m: pairs[0],
    });
    expect(table.array("tz")).toEqual(values.tz);
  });
});

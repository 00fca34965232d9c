import { encode } from "@msgpack/msgpack";
import { dictionaryChunk } from "../../../core/helpers/dictionary-chunk.ts";
import type { Batch } from "../../../../src/core/blocks/batch.ts";
import { encodeBlock } from "../../../../src/core/blocks/encode-column.ts";

const bytes = (value: unknown): string => Buffer.from(encode(value)).toString("latin1");

/** Rows of the targets' columns. */
const batch = (rowCount: number, big: bigint, text: (i: number) => string | null): Batch => {
  const each = <T>(value: (i: number) => T): T[] => Array.from({ length: rowCount }, (_, i) => value(i));
  const nulls = Uint8Array.from(each((i) => (i % 3 === 1 ? 1 : 0)));
  return {
    rowCount,
    columns: [
      { kind: "int64", values: BigInt64Array.from(each((i) => big + BigInt(i))), nulls },
      { kind: "float", values: Float64Array.from(each((i) => i + 0.25)), nulls: null },
      { kind: "text", values: each(text) },
      { kind: "boolean", codes: Uint8Array.from(each((i) => (i % 3 === 1 ? 2 : i % 2))) },
      { kind: "other", values: each((i) => [i, null, 2n ** 60n]) },
      { kind: "other", values: each((i) => ({ k: i })) },
    ],
  };
};

const block = (...args: Parameters<typeof batch>): string =>
  Buffer.concat([Buffer.of(args[0]), encodeBlock([batch(...args)])]).toString("latin1");

/** A result whose texts are a dictionary, which the service would write only for many more rows. */
const dictionaryBlock = (rowCount: number): string => {
  const { columns } = batch(rowCount, 1n, () => null);
  const part = (from: number, to: number): Uint8Array =>
    encodeBlock([{ rowCount, columns: columns.slice(from, to) }]);
  const codes = Uint8Array.from({ length: rowCount }, (_, i) => i % 4);
  return Buffer.concat([
    Buffer.of(rowCount),
    part(0, 2),
    dictionaryChunk([0, 3, 7], codes),
    part(3, 6),
  ]).toString("latin1");
};

/** Initial inputs of each target, as Latin-1. */
export const SEEDS: Readonly<Record<string, readonly string[]>> = {
  cell: [
    "%svc_tables db1\n",
    "%%svc_presto -o t --plot db1\nselect {a}, {a:raw} from t -- {x}",
    "const x = `%svc_jobs ${1 % 2}`; /* %svc */ x = %svc_job 12\n",
    "import a from 'a'; // %%\n/r[%/]/.test('\\\\%') ? 1 : {a: 2}",
    "%svc_tables?",
  ],
  options: [
    "-o t -n 5 -T 1d/now db1 --plot",
    "--out-file='a b.csv' -qv -d a",
    '--timezone=Asia/Tokyo "x" \\y',
  ],
  descriptor: ["presto:db", "hive://1/key@host/db", "presto://host:80/db?x=1"],
  result: [
    bytes([1, 0.5, "é", true, [1, null], { k: 2 ** 60 }]),
    bytes([null, null, null, null, null, null]),
  ],
  blocks: [
    block(3, 1n, () => "é"),
    block(40, 100_000n, (i) => (i % 4 === 0 ? null : `name ${i % 3}`)),
    dictionaryBlock(40),
    block(5, 2n ** 60n, (i) => "x".repeat(i * 10)),
  ],
  blocksFile: ["SVCBLKS1", `SVCBLKS1${"\0".repeat(32)}`],
  json: ['{"a":[1234567890123456789,0.30000000000000004,"x\\""]}', "[1e5,-0,null,true]"],
  upload: [
    bytes({ time: 1, a: [1, "x"], b: { c: null } }),
    bytes({ time: 1.5, "": -1, é: new Uint8Array(3) }),
  ],
  multipart: ['--b\r\nContent-Disposition: form-data; name="query"\r\n\r\nselect 1\r\n--b--\r\n'],
  presto: [
    "select id, count(*) as n from t where name like 'a%' group by 1 having count(*) > 1 order by n desc limit 5",
    "with w as (select * from t) select x, cast(id as varchar) from w cross join unnest(tags) as u(x)",
    "select case when id > 1 then 'a' else null end, sum(id) over (partition by name order by id) from t",
    "select transform(tags, x -> upper(x)), date_trunc('day', from_unixtime(id)), try(1/0) from db1.t union all select null, null, 1",
    "select TD_TIME_RANGE(id, '2020-01-01', null, 'JST'), approx_percentile(id, 0.5) from \"t\" -- c\n",
    "explain select * from (values (1, 'a'), (2, e'b')) as v(a, b) join t on a = id",
    "select read_text('/etc/passwd') from 'x.csv', read_csv('/etc/passwd')",
    "create table x as select * from t",
    "show columns from t",
    "drop table if exists t",
  ],
  hive: [
    "select id, n from t lateral view explode(tags) u as n where name rlike 'a+' sort by id",
    "select collect_set(name)[0], if(id > 1, 'a', \"b\"), `name` from db1.t group by name with rollup",
    "select from_unixtime(id, 'yyyy-MM-dd'), cast(id as string), split(name, ',')[0] from t distribute by id",
    "from t insert into table x select id where id > 1",
    "select transform (id) using '/bin/cat' from t",
    "set hive.exec.x = 1",
    "show tables like 'a*'",
  ],
  message: ["0".repeat(64), "", "é"],
};

import { encode } from "@msgpack/msgpack";

const bytes = (value: unknown): string => Buffer.from(encode(value)).toString("latin1");

/** What each target begins with, as Latin-1. */
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

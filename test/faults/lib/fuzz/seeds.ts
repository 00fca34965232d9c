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
  message: ["0".repeat(64), "", "é"],
};

import { afterAll, beforeAll } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService, type Service } from "../../src/service/start-service.ts";
import { describeClient, runSteps, type Steps } from "./describe-client.ts";

let folder: string;
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-python-"));
  service = await startService({ dataDir: folder, samples: true });
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** @param end - End of the URL: clients join paths to it in different ways. */
function session(script: string, end: string): Promise<Steps> {
  return runSteps(process.env["SVC_PYTHON"] ?? "python3", [join(import.meta.dirname, script)], {
    env: {
      TD_API_KEY: service.apikey,
      TD_API_SERVER: `${service.url}${end}`,
      TD_PRESTO_API: service.url,
    },
    parse: JSON.parse,
  });
}

const stocks = {
  data: [
    ["AAPL", 123],
    ["AMZN", 123],
  ],
  columns: ["symbol", "n"],
};
const frame = {
  data: [
    [1, "x", 1.5, "true"],
    [2, "é", 2.5, "false"],
  ],
  columns: ["a_b", "c", "d", "e"],
};

const origins = [
  ["ORD", 166341],
  ["DFW", 157162],
];

for (const [name, end] of [
  ["pytd 2.4.0 and td-client 1.7.0", ""],
  ["pytd 2.4.0 and td-client 1.7.0, the address ends in a slash", "/"],
] as const) {
  describeClient(name, () => session("session.py", end), {
    databases: [["sample_datasets", "administrator"]],
    tables: [
      ["flights", 3000000],
      ["seattle_weather", 1461],
      ["seattle_weather_hourly", 8759],
      ["sp500", 5105],
      ["stocks", 560],
    ],
    "direct query": stocks,
    "presto job": stocks,
    "hive job": stocks,
    read_td_query: [
      ["2000-01-03 00:00:00", 1455.219971],
      ["2000-01-04 00:00:00", 1399.420044],
    ],
    read_td_table: [1085500000, 1092300000],
    csv: frame,
    msgpack: frame,
    append: { data: [[4]], columns: ["_col0"] },
    insert_into: frame,
    schemas: {
      frame: [
        ["a_b", "long"],
        ["c", "string"],
        ["d", "double"],
        ["e", "string"],
      ],
      lists: [["l", "array<long>"]],
    },
    exists: [true, true, false],
    server_status: "ok",
    "nothing of": [[], [], [], ["local"]],
    "not supported": "422: ",
    scheduled_time: [[1700000000]],
    job: [
      "success",
      [
        ["origin", "varchar"],
        ["n", "bigint"],
      ],
      origins,
      origins,
    ],
    "failed job": ["error", "COLUMN_NOT_FOUND: line 1:8: column 'nothing' cannot be resolved"],
    "killed job": "killed",
    import_file: { data: [[1]], columns: ["n"] },
    swap: [
      true,
      [
        ["frame", 3],
        ["lists", 2],
      ],
    ],
    update_schema: true,
    tail: [1],
    "bulk import": [1, 1, [3]],
    committed: "committed",
    "no database": "NotFoundError",
    "database again": "AlreadyExistsError",
    delete: ["log", true],
  });
}

/** Rows after each mode, for any writer. */
const steps = (error: string): unknown[] => [
  ["ignore", "done", [[0, "row 0"]]],
  ["error", error, [[0, "row 0"]]],
  [
    "append",
    "done",
    [
      [0, "row 0"],
      [2, "row 2"],
    ],
  ],
  [
    "ignore",
    "done",
    [
      [0, "row 0"],
      [2, "row 2"],
    ],
  ],
  ["overwrite", "done", [[4, "row 4"]]],
];

/** The rows that the writers store for one frame. */
const values = (empty: string | null, [first, second, third]: unknown[]): unknown[] => [
  ["1", 0.5, "it's é😀", first, "true", "2024-05-06", 1700000000],
  [String(-(2n ** 62n)), null, empty, second, "false", "2024-05-07", 1700000001],
  [String(2n ** 62n), 1e300, null, third, "true", "NaT", 1700000002],
];

const exists = (label: string): string => `RuntimeError: target table 'modes_db.${label}' already exists`;

describeClient("pytd 2.4.0, all writers in all modes", () => session("modes.py", ""), {
  csv: steps(exists("csv")),
  msgpack: steps(exists("msgpack")),
  insert_into: steps(exists("insert_into")),
  // CSV loses leading zeros and empty texts, as types are guessed.
  "values csv": values(null, [712, 10115, 99999]),
  "values msgpack": values("", ["00712", "10115", "99999"]),
  "values insert_into": values("", ["00712", "10115", "99999"]),
  spark: "RuntimeError: td_pyspark is not installed",
  "no database":
    "ValueError: failed to create pytd.table.Table instance for `nowhere.t`: Database 'nowhere' does not exist",
  "job types": ["bulk_import", "presto"],
});

import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { read_local } from "../../src/core/pandas-td.ts";
import { openTestService, type OpenTestService } from "../../src/testing/open-test-service.ts";

// Another user's key, and names that mean something to the engine. The service's own folder has a name that the engine would read as a
// pattern, and as a column of all its files.

const KEYS = [
  { key: "1/a0b1c2d3e4f5a6b7c8d9", permission: "administrator", user_name: "local" },
  { key: "2/b0b1c2d3e4f5a6b7c8d9", permission: "administrator", user_name: "second" },
  { key: "3/c0b1c2d3e4f5a6b7c8d9", permission: "query_only", user_name: "reader" },
];

let folder: string;
let service: OpenTestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-attack-"));
  const dataDir = join(folder, "day=1", "[ab]*");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(join(dataDir, "keys.json"), JSON.stringify({ keys: KEYS }), { mode: 0o600 });
  service = await openTestService({ dataDir, data: { sample_datasets: {} } });
  process.env["SVC_HOME"] = dataDir;
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

test("the service's folder adds no column, and is no pattern", async () => {
  const path = join(folder, "n.csv");
  await writeFile(path, "n\n1\n");
  const tables = { held: [{ n: 2 }] };
  const table = await read_local(`select * from '${path}' union all select * from held order by n`, {
    tables,
    files: [path],
  });
  expect([table.columnNames(), table.objects()]).toEqual([["n"], [{ n: 1 }, { n: 2 }]]);
});

test("names with quotes and signs of texts are names", async () => {
  for (const name of ["it's", 'a "b"', "$&$'$`", "*[a]?", "x=1", "--c", "n".repeat(240)]) {
    const path = join(folder, `${name}.csv`);
    await writeFile(path, "n\n1\n");
    const quoted = path.replaceAll("'", "''");
    const table = await read_local(`select n from '${quoted}'`, { files: [path] });
    expect([name, table.objects()]).toEqual([name, [{ n: 1 }]]);
    const variable = name.replaceAll('"', '""');
    const own = await read_local(`select n from "${variable}"`, { tables: { [name]: [{ n: 2 }] } });
    expect([name, own.objects()]).toEqual([name, [{ n: 2 }]]);
    const bad = path.replace(/csv$/, "jsonl");
    await writeFile(bad, "not json\n");
    const said = await read_local(`select * from '${bad.replaceAll("'", "''")}'`, { files: [bad] }).then(
      () => "it ran",
      (error: Error) => error.message,
    );
    expect(said).toContain(`${name}.jsonl`);
    expect(said).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  }
});

test("the key of another user, an administrator's too, reads no file of the owner's session", async () => {
  const held = (await read_local("select 7 as n")).reify();
  await read_local("select n from held", { tables: { held } });
  const local = join(service.dataDir, "local");
  const [session = ""] = await readdir(local);
  const [file = ""] = await readdir(join(local, session));
  const issue = async (key: string): Promise<[number, unknown]> => {
    const form = new FormData();
    form.set("query", "select * from t");
    form.set(
      "local",
      JSON.stringify([{ name: "t", file: `${session}/${file}`, columns: [{ name: "n", type: "bigint" }] }]),
    );
    const response = await fetch(`${service.url}/v3/job/issue/presto/sample_datasets`, {
      method: "POST",
      body: form,
      headers: { authorization: `TD1 ${key}` },
    });
    const { message } = (await response.json()) as { message?: string };
    return [response.status, message];
  };
  const refused =
    "SQL over local tables needs a local service of your own, and its own key: unset SVC_API_KEY and SVC_API_SERVER, or start one with svclib serve.";
  expect(await issue(KEYS[1]!.key)).toEqual([403, refused]);
  expect(await issue(KEYS[2]!.key)).toEqual([403, refused]);
  expect(await issue(KEYS[0]!.key)).toEqual([200, undefined]);
});

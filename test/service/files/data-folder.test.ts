import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestService } from "../helpers/start-test-service.ts";

let dataDir: string;

beforeEach(async () => (dataDir = await mkdtemp(join(tmpdir(), "svc-data-"))));
afterEach(() => rm(dataDir, { recursive: true }));

test("a data folder records its version; one without gets it", async () => {
  for (const round of [1, 2]) {
    const service = await startTestService({ dataDir });
    if (round === 1) await rm(join(dataDir, "format.json"));
    await service.close();
  }
  expect(await readFile(join(dataDir, "format.json"), "utf8")).toBe('{"format":1}\n');
});

test.each([
  ['{"format":2}', /has version 2, but this svclib reads version 1; use the svclib that made it/],
  ["", /format\.json is damaged/],
])("a folder of another version is refused and unchanged: %p", async (format, message) => {
  await (await startTestService({ dataDir })).close();
  const [path, journal] = ["format.json", "jobs.jsonl"].map((name) => join(dataDir, name)) as [
    string,
    string,
  ];
  await writeFile(path, format);
  await writeFile(journal, '{"of":"another version"}\n');
  await expect(startTestService({ dataDir })).rejects.toThrow(message);
  expect(await readFile(journal, "utf8")).toBe('{"of":"another version"}\n');
});

test.each(["format.json", "jobs.jsonl"])(
  "a used folder without its data file is refused, with %s alone as the sign, and makes no empty one",
  async (left) => {
    await (await startTestService({ dataDir })).close();
    for (const name of ["format.json", "jobs.jsonl", "svc-data.duckdb"])
      if (name !== left) await rm(join(dataDir, name));
    const refused = /svc-data\.duckdb is missing, and with it the tables of its folder: put it back/;
    for (let round = 0; round < 2; round++)
      await expect(startTestService({ dataDir })).rejects.toThrow(refused);
    expect(await readdir(dataDir)).not.toContain("svc-data.duckdb");
  },
);

test("a journal in another format is kept", async () => {
  const service = await startTestService({ dataDir });
  await service.post("/v3/database/create/test_db");
  await service.runJob("select 1");
  await service.close();
  const path = join(dataDir, "jobs.jsonl");
  const other = (await readFile(path, "utf8")).replaceAll('"query"', '"sql"');
  await writeFile(path, other);
  await expect(startTestService({ dataDir })).rejects.toThrow(/has a job without the field query/);
  expect(await readFile(path, "utf8")).toBe(other);
});

const mode = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

(process.platform === "win32" ? test.skip : test)(
  "a folder of its own is for its owner only; one with other files stays as it is, at each start",
  async () => {
    const shared = join(dataDir, "notes.txt");
    await writeFile(shared, "mine");
    await chmod(shared, 0o644);
    await chmod(dataDir, 0o755);
    for (let start = 0; start < 2; start++) {
      await (await startTestService({ dataDir })).close();
      expect(await mode(dataDir)).toBe("755");
      expect(await mode(shared)).toBe("644");
      expect(await mode(join(dataDir, "keys.json"))).toBe("600");
      await chmod(join(dataDir, "keys.json"), 0o644);
    }
    await rm(shared);
    await (await startTestService({ dataDir })).close();
    expect(await mode(dataDir)).toBe("700");
  },
);

(process.platform === "win32" ? test.skip : test)("a folder of another user is refused at once", async () => {
  const user = jest.spyOn(process, "geteuid").mockReturnValue(12_345);
  try {
    await expect(startTestService({ dataDir })).rejects.toThrow(
      /^The data folder .* belongs to another user \(number \d+; the service runs as 12345\), who could replace its files/,
    );
  } finally {
    user.mockRestore();
  }
  expect(await readdir(dataDir)).toEqual([]);
});

test("a path that the engine can't open is refused by name, and nothing is made", async () => {
  await expect(startTestService({ dataDir: join(dataDir, "what?") })).rejects.toThrow(
    /what\? has a \? in its path, which the engine can't open; choose another\.$/,
  );
  expect(await readdir(dataDir)).toEqual([]);
});

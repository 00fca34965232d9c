import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { BulkFolder } from "../../../src/service/imports/bulk-folder.ts";
import { BulkImports, type BulkImportDeps } from "../../../src/service/imports/bulk-imports.ts";
import type { JobWork } from "../../../src/service/jobs/job-service.ts";
import type { Stages, Storage } from "../../../src/engine/contract/storage.ts";

let root: string;
let uploads: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "svc-bulk-"));
});

beforeEach(async () => {
  uploads = await mkdtemp(join(root, "uploads-"));
});

afterAll(() => rm(root, { recursive: true }));

interface Ahead {
  readonly part: string | null;
  readonly signal: AbortSignal | undefined;
}

/** Bulk imports over a storage that accepts everything, with manually started jobs. */
async function open(): Promise<{ imports: BulkImports; work: JobWork[]; ahead: Ahead[] }> {
  const work: JobWork[] = [];
  const ahead: Ahead[] = [];
  const storage: Partial<Storage> = { findTable: () => Promise.resolve({ hasTime: true }) };
  const stages: Stages = {
    has: () => Promise.resolve(false),
    keep: () => Promise.resolve(),
    drop: () => new Promise((resolve) => setTimeout(resolve, 5)),
    load: () => Promise.resolve({ records: 0, refused: 0 }),
    readAhead: (_, { part }, { signal } = {}) => {
      ahead.push({ part, signal });
      if (part === "bad") return Promise.reject(new Error("not as it should be"));
      return new Promise(() => undefined);
    },
  };
  const imports = await BulkImports.open({
    folder: new BulkFolder(uploads),
    storage: storage as Storage,
    stages,
    store: { get: (id: string) => ({ id }) },
    jobs: {
      issue: (_: unknown, one: JobWork) => Promise.resolve({ id: String(work.push(one)) }),
      // A load that does not react to its abort in time.
      kill: () => Promise.resolve("running"),
    },
    clock: () => 1000,
  } as unknown as BulkImportDeps);
  return { imports, work, ahead };
}

test("a session being deleted can't be performed", async () => {
  const { imports, work } = await open();
  await imports.create("s", "d", "t");
  await imports.setFrozen("s", true);
  const [deleted, performed] = await Promise.allSettled([imports.delete("s"), imports.perform("s", "a")]);
  expect(deleted.status).toBe("fulfilled");
  expect(performed).toMatchObject({ reason: { kind: "not_found" } });
  expect([work.length, await readdir(uploads)]).toEqual([0, []]);
});

test("a load that is still running when its session is deleted does not restore it", async () => {
  const { imports, work } = await open();
  await imports.create("s", "d", "t");
  await imports.setFrozen("s", true);
  await imports.perform("s", "a");
  await imports.delete("s");
  await expect(
    work[0]?.run({ signal: AbortSignal.abort(new Error("killed")), percent: null }),
  ).rejects.toThrow();
  expect(await readdir(uploads)).toEqual([]);
  expect((await open()).imports.list()).toEqual([]);
});

test("parts are read ahead in the background until their session is deleted", async () => {
  const { imports, ahead } = await open();
  await imports.create("s", "d", "t");
  for (const part of ["one", "bad", "two"])
    await imports.uploadPart("s", part, new Request("http://svc.test/", { method: "PUT", body: "bytes" }));
  expect(ahead.map(({ part, signal }) => [part, signal?.aborted])).toEqual([["one", false], ["bad", false], ["two", false]]); // prettier-ignore
  await imports.delete("s");
  expect(ahead.map(({ signal }) => signal?.aborted)).toEqual([true, false, true]);
});

test.each<[string, (imports: BulkImports) => Promise<unknown>, string]>([
  [
    "frozen",
    (imports) => imports.setFrozen("s", true),
    "Bulk import session s is frozen; its parts can't be changed.",
  ],
  ["deleted", (imports) => imports.delete("s"), "Bulk import session s does not exist"],
  [
    "deleted and created again",
    async (imports) => {
      await imports.delete("s");
      await imports.create("s", "d", "t");
    },
    "Bulk import session s was deleted",
  ],
])("a part that arrives while its session is %s is refused, not lost", async (state, change, message) => {
  const { imports, ahead } = await open();
  await imports.create("s", "d", "t");
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const init = { method: "PUT", body: readable, duplex: "half" } as RequestInit;
  const upload = imports.uploadPart("s", "late", new Request("http://svc.test/", init));
  const outcome = expect(upload).rejects.toThrow(message);
  await writer.write(Buffer.from("bytes"));
  await change(imports);
  await writer.close();
  await outcome;
  expect(ahead).toEqual([]);
  if (state === "frozen") expect(await imports.parts("s")).toEqual([]);
});

test("a pending read-ahead is cancelled once its session is loaded", async () => {
  const { imports, work, ahead } = await open();
  await imports.create("s", "d", "t");
  await imports.uploadPart("s", "one", new Request("http://svc.test/", { method: "PUT", body: "bytes" }));
  await imports.setFrozen("s", true);
  await imports.perform("s", "a");
  await work[0]?.run({ signal: new AbortController().signal, percent: null });
  expect([imports.get("s").status, ahead[0]?.signal?.aborted]).toEqual(["ready", true]);
});

test("the name of a session that could not be stored stays free", async () => {
  const { imports } = await open();
  await rm(uploads, { recursive: true });
  await writeFile(uploads, "no folder");
  await expect(imports.create("s", "d", "t")).rejects.toThrow("ENOTDIR");
  await rm(uploads);
  await mkdir(uploads);
  expect((await imports.create("s", "d", "t")).status).toBe("uploading");
});

test("a session that could not be stored leaves no folder", async () => {
  const { imports } = await open();
  const write = jest.spyOn(BulkFolder.prototype, "write").mockImplementationOnce(async ({ id }) => {
    await mkdir(join(uploads, id));
    throw new Error("ENOSPC: no space left on device, write");
  });
  await expect(imports.create("s", "d", "t")).rejects.toThrow("ENOSPC");
  write.mockRestore();
  expect(await readdir(uploads)).toEqual([]);
});

test("old sessions are removed even if clients delete some of them at the same time", async () => {
  const { imports } = await open();
  for (const name of ["a", "b", "c"]) await imports.create(name, "d", "t");
  await Promise.all([imports.deleteOld(2000), imports.delete("b")]);
  expect(imports.list()).toEqual([]);
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Fault } from "../../../src/engine/errors/fault.ts";
import { streamImport, type StreamImportDeps } from "../../../src/service/imports/stream-import.ts";

test("an import fails with its own error, also if its stage can't be dropped", async () => {
  const uploads = await mkdtemp(join(tmpdir(), "svc-stream-import-"));
  const deps = {
    storage: { findTable: () => Promise.resolve({ hasTime: true }) },
    stages: {
      load: () => Promise.reject(new Fault("bad_request", "The import can't be read: it is no gzip data")),
      drop: () => Promise.reject(new Fault("unavailable", "The embedded engine is being restarted.")),
    },
    uploads,
    clock: () => 1000,
  } as unknown as StreamImportDeps;
  const request = new Request("http://svc.test/", { method: "PUT", body: "rows" });
  const target = { database: "shop", table: "log", importId: null };
  await expect(streamImport(deps, target, request)).rejects.toThrow("The import can't be read");
  await rm(uploads, { recursive: true });
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Service } from "../../../src/service/start-service.ts";
import { longTest } from "../../jest/short-form.ts";
import { startSampledService } from "../../service/helpers/sampled-service.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Also a script's, which has no types. */
const { runGuide } = (await import(join(ROOT, "scripts/checked-sql-guide.mjs"))) as {
  readonly runGuide: (options: {
    readonly modules: string;
    readonly env: NodeJS.ProcessEnv;
    readonly home: string;
  }) => Promise<string[]>;
};

let home: string;
let service: Service;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "svclib-guide-"));
  service = await startSampledService({ dataDir: join(home, "data") });
});
afterAll(async () => {
  await service?.close();
  rmSync(home, { recursive: true, force: true });
});

// `npm run test:runtimes -- TypeScript` has version 7 too, and the packed package.
// Its short form is check.test.ts.
for (const typescript of ["typescript", "typescript-5.9"])
  longTest(`docs/checked-sql.md does what it says with ${typescript}`, async () => {
    const env = { ...process.env, SVC_API_SERVER: service.url, SVC_API_KEY: service.apikey };
    const modules = join(home, typescript);
    mkdirSync(modules);
    symlinkSync(ROOT, join(modules, "svclib"), "junction");
    symlinkSync(join(ROOT, "node_modules", typescript), join(modules, "typescript"), "junction");
    expect(await runGuide({ modules, env, home })).toEqual([]);
  });

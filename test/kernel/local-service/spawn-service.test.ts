import { expect, test } from "@jest/globals";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnService } from "../../../src/kernel/local-service/spawn-service.ts";

const homeOf = (): Promise<string> => mkdtemp(join(tmpdir(), "svc-spawn-"));

test("a long log is rotated, and a failure shows the first line of the new one", async () => {
  const home = await homeOf();
  const log = join(home, "service.log");
  await writeFile(log, "x".repeat((1 << 20) + 1));
  const code = "console.error('no port is free\\nmore'); process.exit(3)";
  await expect(spawnService(home, [process.execPath, "-e", code])).rejects.toThrow(
    `The local service ended with exit code 3: no port is free (log: ${log})`,
  );
  expect((await readFile(`${log}.1`)).length).toBe((1 << 20) + 1);
  expect(await readFile(log, "utf8")).toBe("no port is free\nmore\n");
  await expect(spawnService(home, [join(home, "absent")])).rejects.toThrow(
    /^The local service cannot be started \(spawn .*ENOENT\): it printed nothing/,
  );
  await rm(home, { recursive: true });
});

test("a failure is reported even if the folder with the log was removed", async () => {
  const home = await homeOf();
  const code = `require("fs").rmSync(${JSON.stringify(home)}, { recursive: true }); process.kill(process.pid, "SIGKILL")`;
  await expect(spawnService(home, [process.execPath, "-e", code])).rejects.toThrow(
    `The local service ended with SIGKILL: its log is gone (log: ${join(home, "service.log")})`,
  );
});

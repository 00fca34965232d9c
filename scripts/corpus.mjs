// npm run corpus: runs the corpus of both dialects on the real run path and prints the pass rate of each group, and the failures.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JEST } from "./jest.mjs";

const folder = mkdtempSync(join(tmpdir(), "svc-corpus-"));
const file = join(folder, "groups.json");
try {
  const { status, stderr } = spawnSync(process.execPath, [JEST, "test/service/corpus/corpus.test.ts"], {
    encoding: "utf8",
    env: { ...process.env, SVC_CORPUS_FILE: file },
  });
  if (existsSync(file)) print(JSON.parse(readFileSync(file, "utf8")));
  else process.stderr.write(stderr);
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param groups - `{ name, all, faults }` of each. */
function print(groups) {
  const row = (name, passed, all) =>
    `${name.padEnd(24)} ${String(passed).padStart(6)} ${String(all).padStart(6)} ${((100 * passed) / all).toFixed(1).padStart(7)} %\n`;
  const sum = (of) => groups.reduce((total, group) => total + of(group), 0);
  process.stdout.write(`${"group".padEnd(24)} passed    all\n`);
  for (const { name, all, faults } of groups) process.stdout.write(row(name, all - faults.length, all));
  process.stdout.write(
    row(
      "all",
      sum(({ all, faults }) => all - faults.length),
      sum(({ all }) => all),
    ),
  );
  for (const fault of groups.flatMap(({ faults }) => faults)) process.stdout.write(`\n${fault}\n`);
}

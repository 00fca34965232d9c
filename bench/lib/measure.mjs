import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execFileAsync = promisify(execFile);

/** The middle value (of an even count, the upper middle). */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Runs scripts in turn, each time in a process of its own, so that neither warms the other up and each has its own peak memory.
 * A script prints one JSON object, `{ ms, ... }`, as its last line.
 * @returns one array of those objects for each script, with `peakMb` added.
 */
export async function inTurn(scripts, { rounds = 5, env = {} } = {}) {
  const samples = scripts.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, [script, ...args]] of scripts.entries()) {
      const { stdout } = await execFileAsync(process.execPath, [script, ...args], {
        env: { ...process.env, ...env },
        maxBuffer: 2 ** 26,
      });
      samples[i].push(JSON.parse(stdout.trim().split("\n").at(-1)));
    }
  }
  return samples;
}

/** For a measured script: prints its figures with the process's peak memory. */
export const report = (figures) =>
  process.stdout.write(
    `${JSON.stringify({ ...figures, peakMb: Math.round(process.resourceUsage().maxRSS / 1024) })}\n`,
  );

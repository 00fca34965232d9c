import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execFileAsync = promisify(execFile);

/** Counted runs of each measurement. */
export const rounds = Number(process.env["SVC_BENCH_ROUNDS"] ?? 5);

/** The median (of an even count, the upper one). */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Runs commands in turn, each in a new process, so that neither warms the other up and each has its own peak memory.
 * A command prints one JSON object, `{ ms, rows, peakMb, ... }`, as its last line.
 * @returns one array of those objects for each command; null for a command that is null.
 */
export async function inTurn(commands, { env = {}, count = rounds } = {}) {
  const samples = commands.map((command) => (command ? [] : null));
  for (let round = 0; round < count; round++) {
    for (const [i, command] of commands.entries()) {
      if (!command) continue;
      const [program, ...args] = command;
      const { stdout } = await execFileAsync(program, args, {
        env: { ...process.env, ...env },
        maxBuffer: 2 ** 26,
      });
      samples[i].push(JSON.parse(stdout.trim().split("\n").at(-1)));
    }
  }
  return samples;
}

/** A signed difference. */
export const signed = (text) => (text.startsWith("-") ? text : `+${text}`);

/** Prints a measured script's figures, with the process's peak memory so far unless they have one. */
export const report = (figures) =>
  process.stdout.write(
    `${JSON.stringify({ peakMb: Math.round(process.resourceUsage().maxRSS / 1024), ...figures })}\n`,
  );

export const medianOf = (samples, field) => median(samples.map((sample) => sample[field]));

/** Time, rows per second and peak memory of the median run. */
export function speed(samples, rows) {
  const ms = medianOf(samples, "ms");
  const perSecond = Math.round((rows / ms) * 1000).toLocaleString("en");
  return `${Math.round(ms)} ms, ${perSecond} rows/s, peak ${medianOf(samples, "peakMb")} MB`;
}

/** Ratio of the times of `a` and `b`. */
export const timesLonger = (a, b) => (medianOf(a, "ms") / medianOf(b, "ms")).toFixed(2);
/** Ratio of the peak memory of `a` and `b`. */
export const timesMemory = (a, b) => (medianOf(a, "peakMb") / medianOf(b, "peakMb")).toFixed(2);

/** A row against the original client; without it (`origin` null) the row says that it was not run. */
export function originRow({ what, call, rows, ours, origin, aim }) {
  if (origin === null)
    return {
      what,
      ours: speed(ours, rows),
      peer: `original ${call}: NOT RUN, it can't be installed here`,
      aim,
    };
  return {
    what,
    ours: speed(ours, rows),
    peer: `original ${call}: ${speed(origin, rows)}`,
    ratio: `${timesLonger(origin, ours)} x faster, ${timesMemory(ours, origin)} of its memory`,
    aim,
    samples: { ours, peer: origin },
  };
}

/** @throws Error when a run has not read all rows. */
export function checkRows(rows, ...sides) {
  for (const sample of sides.flat()) {
    if (sample !== null && sample.rows !== rows) throw new Error(`read ${sample.rows} rows of ${rows}`);
  }
}

import { Session } from "node:inspector";
import { writeSync } from "node:fs";
import { mutate } from "../../../hostile/fuzz.ts";
import { seededRandom } from "../seeded-random.ts";
import * as targets from "./targets.ts";
import { SEEDS } from "./seeds.ts";

// node coverage-fuzz.mjs TARGET SECONDS SEED: mutates inputs and keeps those that reach a new block of code, or run one a new number of
// times. V8 itself counts the blocks. Prints figures as JSON; exits at the first defect.

const MAX_BYTES = 4096;
const SLOW_MS = 5000;

const [name = "", seconds = "60", seed = "1"] = process.argv.slice(2);
const target = (targets as Record<string, (data: Buffer) => Promise<void>>)[name];
if (target === undefined) throw new Error(`there is no target ${name}`);

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** Blocks that ran since the last call, each with the order of magnitude of its count. */
function passed(): string[] {
  const seen: string[] = [];
  session.post("Profiler.takePreciseCoverage", (error, reply) => {
    if (error) throw error;
    const { result } = reply;
    for (const script of result.filter(({ url }) => url.endsWith("coverage-fuzz.mjs")))
      for (const { ranges } of script.functions)
        for (const { startOffset, endOffset, count } of ranges)
          if (count > 0)
            seen.push(`${startOffset}-${endOffset}:${Math.min(8, Math.floor(Math.log2(count)))}`);
  });
  return seen;
}

/** Reading coverage costs more than most runs: inputs run in batches, and one by one if a batch reached a new block. */
const BATCH = 16;

const random = seededRandom(Number(seed));
const reached = new Set<string>();
const reachedBlocks = new Set<string>();
const corpus: Buffer[] = [];
let inputs = 0;

async function attempt(input: Buffer): Promise<void> {
  const startedMs = performance.now();
  try {
    await target?.(input);
  } catch (error) {
    writeSync(2, `${name}: ${String((error as Error).stack)}\ninput (base64): ${input.toString("base64")}\n`);
    process.exit(1);
  }
  if (performance.now() - startedMs > SLOW_MS) {
    writeSync(
      2,
      `${name}: took ${Math.round(performance.now() - startedMs)} ms\ninput (base64): ${input.toString("base64")}\n`,
    );
    process.exit(1);
  }
  inputs++;
}

const placeOf = (block: string): string => block.slice(0, block.indexOf(":"));

async function run(input: Buffer): Promise<void> {
  passed();
  await attempt(input);
  const blocks = passed();
  const before = reached.size;
  for (const block of blocks) {
    reached.add(block);
    reachedBlocks.add(placeOf(block));
  }
  if (reached.size > before) corpus.push(input);
}

async function runAll(batch: readonly Buffer[]): Promise<void> {
  passed();
  for (const input of batch) await attempt(input);
  const isNew = passed().some((block) => !reachedBlocks.has(placeOf(block)));
  // The last input is always checked: higher counts of known blocks matter, too.
  for (const input of isNew ? batch : batch.slice(-1)) await run(input);
}

for (const text of SEEDS[name] ?? []) await run(Buffer.from(text, "latin1"));
const first = reached.size;
const endsAt = performance.now() + Number(seconds) * 1000;
while (performance.now() < endsAt) {
  const batch = Array.from({ length: BATCH }, () => {
    const input = mutate(random, random.pick(corpus));
    // Two interesting inputs joined may get further.
    const longer = random.next() < 0.2 ? Buffer.concat([input, random.pick(corpus)]) : input;
    return longer.subarray(0, MAX_BYTES);
  });
  await runAll(batch);
}
writeSync(1, JSON.stringify({ inputs, kept: corpus.length, blocks_of_seeds: first, blocks: reached.size }));
process.exit(0);

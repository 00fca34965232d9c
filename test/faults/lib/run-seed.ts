import type { Random } from "../../core/helpers/random.ts";
import type { Client } from "../../../src/core/client.ts";
import { isSvcError } from "../../../src/core/error-guards.ts";
import type { SvcError } from "../../../src/core/errors.ts";
import { randomPlan, ALL_FAULTS } from "./fault-plan.ts";
import type { FaultWorld } from "./fault-world.ts";
import { hostileClient } from "./hostile-client.ts";
import { seededRandom } from "./seeded-random.ts";

/** Context of one run. */
export interface FaultRun {
  readonly world: FaultWorld;
  /** Connects through the proxy. */
  readonly client: Client;
  readonly random: Random;
  readonly seed: number;
}

/** An operation through the proxy, and the check of its outcome. */
export interface Scenario<T> {
  readonly name: string;
  act(run: FaultRun): Promise<T>;
  /** Throws when the answer is wrong. */
  check(run: FaultRun, answer: T): Promise<void> | void;
  /** Throws when the resulting state contradicts the error. */
  checkFailure?(run: FaultRun, error: SvcError): Promise<void> | void;
}

export interface RunOutcome {
  /** Name of the error class; null after a right answer. */
  readonly error: string | null;
  readonly requests: number;
}

/** An earlier operation, whose replies can be replayed as stale ones; it may fail. */
export async function before(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isSvcError(error)) throw error;
  }
}

const HANG_MS = 30_000;
// Stalls take real time, so they are half as likely as the other faults.
const KINDS = [...ALL_FAULTS, ...ALL_FAULTS.filter((kind) => kind !== "stall-at")];
// Without request ids a stale reply to the same request can't be detected, see docs/security.md.
const UNNAMED_KINDS = KINDS.filter((kind) => kind !== "stale");

/** Runs a scenario once. @throws with the seed and the log unless it ends in the right answer or one clear error. */
export async function runSeed<T>(
  world: FaultWorld,
  scenario: Scenario<T>,
  seed: number,
): Promise<RunOutcome> {
  const random = seededRandom(seed);
  const { proxy, service } = world;
  const unnamed = seed % 4 === 3;
  const kinds = unnamed ? UNNAMED_KINDS : KINDS;
  proxy.use(randomPlan(random, random.pick([0.03, 0.1, 0.25, 0.6]), kinds), unnamed);
  const refusals = random.pick([0, 0, 0, 0.1]);
  const client = hostileClient(random, { url: proxy.url, apikey: service.apikey }, refusals);
  const run: FaultRun = { world, client, random, seed };
  const { log } = proxy;
  try {
    const outcome = await withinTime(attempt(scenario, run));
    if ("answer" in outcome) await scenario.check(run, outcome.answer);
    else {
      checkError(outcome.error, service.apikey);
      if (outcome.error.name === "QueryError")
        throw new Error(`the statement is right, but: ${outcome.error.message}`);
      await scenario.checkFailure?.(run, outcome.error);
    }
    return { error: "answer" in outcome ? null : outcome.error.name, requests: log.length };
  } catch (cause) {
    const said = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    throw new Error(
      `seed ${seed} of ${scenario.name}${unnamed ? " without names" : ""}: ${said}\n${log.join("\n")}`,
      { cause },
    );
  } finally {
    client.close();
  }
}

async function attempt<T>(
  scenario: Scenario<T>,
  run: FaultRun,
): Promise<{ answer: T } | { error: SvcError }> {
  try {
    return { answer: await scenario.act(run) };
  } catch (error) {
    if (isSvcError(error)) return { error };
    throw new Error(`the error is none of the library's: ${String(error)}`, { cause: error });
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${HANG_MS} ms`)), HANG_MS);
  });
  try {
    return await Promise.race([work, hung]);
  } finally {
    clearTimeout(timer);
  }
}

/** Checks that an error is clear: a few lines with a message, and no key in it or in its causes. */
function checkError(error: SvcError, apikey: string): void {
  if (error.message.trim().length < 10) throw new Error(`says nothing: ${error.message}`);
  if (error.message.split("\n").length > 3) throw new Error(`says too much: ${error.message}`);
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    const all = `${e.message}\n${e.stack}\n${JSON.stringify(e)}`;
    if (all.includes(apikey)) throw new Error("the API key is in the error");
  }
}

/** Maximum number of failing runs reported for a piece. */
const MAX_FAILURES = 5;

/**
 * Runs seeds `first` to `first + count - 1`. A failing seed does not stop the next ones.
 *
 * @returns the number of runs by outcome.
 * @throws with the seeds and logs of the runs that failed.
 */
export async function runSeeds(
  world: FaultWorld,
  scenario: Scenario<unknown>,
  first: number,
  count: number,
): Promise<Map<string, number>> {
  const ends = new Map<string, number>();
  const failures: unknown[] = [];
  for (let seed = first; seed < first + count && failures.length < MAX_FAILURES; seed++) {
    try {
      const { error } = await runSeed(world, scenario, seed);
      const end = error ?? "answered";
      ends.set(end, (ends.get(end) ?? 0) + 1);
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw new Error(failures.map(String).join("\n\n"), { cause: failures[0] });
  return ends;
}

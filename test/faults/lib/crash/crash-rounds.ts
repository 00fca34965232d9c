import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childProcesses } from "../../../kernel/support/child-processes.ts";
import { seededRandom } from "../seeded-random.ts";
import { checkWorld } from "./check-world.ts";
import { workUntil } from "./crash-work.ts";
import { Ledger } from "./ledger.ts";
import { endProcess, spawnService, type ServiceProcess } from "./service-process.ts";
import { runStatement } from "./statement.ts";

export interface CrashFigures {
  readonly rounds: number;
  readonly answered: number;
  readonly cut: number;
  /** Crashes while the service was starting. */
  readonly atStart: number;
}

/** Kills a service again and again while it works, and looks at everything after each restart. */
export async function crashRounds(rounds: number, seed: number): Promise<CrashFigures> {
  const folder = await mkdtemp(join(tmpdir(), "svc-crash-"));
  const random = seededRandom(seed);
  const ledger = new Ledger();
  let atStart = 0;
  let running: ServiceProcess | null = null;
  try {
    running = await spawnService(folder).ready;
    await running.post("/v3/database/create/crash");
    await runStatement(running, "create table rows (time bigint, batch bigint, n bigint)");
    for (let round = 0; round < rounds; round++) {
      await workAndKill(running, ledger, random);
      await ageResults(folder, random);
      // Now and then it dies once more while it puts things in order.
      while (random.next() < 0.2) {
        const { child } = spawnService(folder);
        await pause(random.below(900));
        await endProcess(child, "SIGKILL");
        atStart++;
      }
      running = await spawnService(folder).ready;
      await checkWorld(running, folder, ledger).catch((cause: unknown) => {
        throw new Error(`round ${round} of seed ${seed}: ${String(cause)}`, { cause });
      });
    }
    const { answered } = ledger;
    return { rounds, answered, cut: ledger.entries.length - answered, atStart };
  } finally {
    if (running) await running.stop("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

/** Longest wait for answers before the kill. */
const MOST_WORK_MS = 10_000;

/** Kills the engine's process alone: the only child of the service. */
function killEngine({ child }: ServiceProcess): void {
  for (const pid of childProcesses(child.pid ?? 0)) process.kill(pid, "SIGKILL");
}

/**
 * Lets a random number of pieces of work be answered, kills the engine at a random moment of the next ones, every other time, and lets it go on,
 * then kills the service.
 */
async function workAndKill(
  service: ServiceProcess,
  ledger: Ledger,
  random: ReturnType<typeof seededRandom>,
): Promise<void> {
  let stopped = false;
  const wanted = ledger.answered + random.below(random.next() < 0.3 ? 2 : 25);
  const jitterMs = random.below(random.next() < 0.5 ? 30 : 400);
  const endsAt = Date.now() + MOST_WORK_MS;
  const work = workUntil(service, ledger, random, () => stopped);
  let failed = false;
  work.catch(() => (failed = true));
  while (ledger.answered < wanted && Date.now() < endsAt && !failed) await pause(2);
  await pause(jitterMs);
  if (random.next() < 0.5) {
    killEngine(service);
    const more = ledger.answered + random.below(10);
    while (ledger.answered < more && Date.now() < endsAt && !failed) await pause(2);
  }
  stopped = true;
  await service.stop("SIGKILL");
  await work;
}

/** Makes some results so old that the next start prunes them. */
async function ageResults(folder: string, random: ReturnType<typeof seededRandom>): Promise<void> {
  const results = join(folder, "results");
  for (const name of await readdir(results)) {
    if (random.next() < 0.1) await utimes(join(results, name), 0, 0);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

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
  /** Crashes during the service's start. */
  readonly atStart: number;
}

/** Kills a working service repeatedly, and checks everything after each restart. */
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
      // Sometimes it is killed again during recovery.
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
const MAX_WORK_MS = 10_000;

/** Kills only the engine's process, the service's only child. */
function killEngine({ child }: ServiceProcess): void {
  for (const pid of childProcesses(child.pid ?? 0)) process.kill(pid, "SIGKILL");
}

/**
 * Waits until a random number of requests is answered, then kills the service. In half of the rounds it first kills the engine
 * at a random moment and lets the service continue.
 */
async function workAndKill(
  service: ServiceProcess,
  ledger: Ledger,
  random: ReturnType<typeof seededRandom>,
): Promise<void> {
  let stopped = false;
  const wanted = ledger.answered + random.below(random.next() < 0.3 ? 2 : 25);
  const jitterMs = random.below(random.next() < 0.5 ? 30 : 400);
  const endsAt = Date.now() + MAX_WORK_MS;
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

/** Makes some results old enough for the next start to prune them. */
async function ageResults(folder: string, random: ReturnType<typeof seededRandom>): Promise<void> {
  const results = join(folder, "results");
  for (const name of await readdir(results)) {
    if (random.next() < 0.1) await utimes(join(results, name), 0, 0);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

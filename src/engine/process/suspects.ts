import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { SqlError } from "../../dialect/sql-error.ts";
import { diskFault } from "../errors/fault.ts";
import type { EngineLost } from "./engine-child.ts";
import type { RunningCall } from "./running-call.ts";

/** Deaths of the engine after which a statement is refused. */
const MAX_DEATHS = 2;
/** Statements that are remembered; of more, the oldest are forgotten. */
const MAX_STATEMENTS = 1000;
/** Longest time for which other statements wait for one on trial. */
const MAX_TRIAL_MS = 3000;
const LEAST_TRIAL_MS = 500;

interface DeathRecord {
  /** Deaths of the engine that it is known to have caused. */
  readonly deaths: number;
  /** How long it had run when the engine died. */
  readonly ageMs: number;
  readonly why: string;
}

/**
 * Which calls end the engine's process. When it dies with several calls and no word of the reason, each is a suspect: it runs
 * again on trial, while no other statement runs, the newest first. What dies on trial, or alone, is to blame, and the others are not.
 * A statement that is to blame for two deaths is refused from then on.
 */
export class Suspects {
  readonly #records = new Map<string, DeathRecord>();
  /** Those that ran at the last death whose reason is unknown. */
  readonly #accused = new Set<RunningCall>();
  /** Suspects that wait for their trial, the newest first. */
  readonly #waiting: RunningCall[] = [];
  #onTrial: { readonly call: RunningCall; readonly timer: NodeJS.Timeout } | null = null;
  #wakes: (() => void)[] = [];

  /** Waits for the call's turn to run. @throws SqlError if it is a statement that is refused. */
  async admit(call: RunningCall): Promise<void> {
    const record = this.#records.get(keyOf(call) ?? "");
    if (record !== undefined && record.deaths >= MAX_DEATHS) throw refusal(record.why);
    if (record !== undefined) call.suspectMs ??= record.ageMs;
    if (call.suspectMs !== null) {
      this.#waiting.push(call);
      this.#waiting.sort((a, b) => b.startedMs - a.startedMs);
    }
    try {
      // All that the death cut off come back in the same moment.
      if (call.suspectMs !== null) await setImmediate();
      while (!this.#mayRun(call)) await this.#change(call.signal);
      if (call.suspectMs !== null) this.#try(call, call.suspectMs);
    } finally {
      const at = this.#waiting.indexOf(call);
      if (at >= 0) this.#waiting.splice(at, 1);
      this.#wake();
    }
  }

  /** The call has ended, and the engine lives. */
  clear(call: RunningCall): void {
    this.#accused.delete(call);
    this.#forget(call);
    this.#acquit(call);
  }

  /** The engine has died. @param calls - Those that ran. */
  report(lost: EngineLost, calls: readonly RunningCall[], nowMs: number): void {
    const onTrial = this.#onTrial?.call;
    if (onTrial !== undefined) this.#acquit(onTrial);
    if (lost.killed?.isForOther === true) return;
    const blamed =
      calls.find((call) => call === lost.culprit) ??
      calls.find((call) => call === onTrial) ??
      (calls.length === 1 ? calls[0] : undefined);
    if (blamed !== undefined) this.#trustOthers(blamed);
    for (const call of blamed === undefined ? calls : [blamed]) {
      call.deaths += 1;
      call.suspectMs = nowMs - call.startedMs;
      call.isBlamed = call === blamed;
      // A full disk is nobody's fault.
      if (diskFault(lost.cause) === null) this.#record(call, { ageMs: call.suspectMs, why: lost.message });
      if (blamed === undefined) this.#accused.add(call);
    }
  }

  /** Whether a statement is refused by now. */
  isRefused(call: RunningCall): boolean {
    return (this.#records.get(keyOf(call) ?? "")?.deaths ?? 0) >= MAX_DEATHS;
  }

  #record(call: RunningCall, death: Omit<DeathRecord, "deaths">): void {
    const key = keyOf(call);
    if (key === null) return;
    const before = this.#records.get(key)?.deaths ?? 0;
    const deaths = call.isBlamed ? Math.max(before + 1, call.deaths) : before;
    this.#records.delete(key);
    this.#records.set(key, { ...death, deaths });
    const [oldest] = this.#records.keys();
    if (this.#records.size > MAX_STATEMENTS) this.#records.delete(oldest!);
  }

  /** Who is to blame is known: those that ran with it are no suspects any more. */
  #trustOthers(blamed: RunningCall): void {
    for (const call of this.#accused) {
      if (call === blamed) continue;
      call.suspectMs = null;
      call.deaths = 0;
      this.#forget(call);
    }
    this.#accused.clear();
    this.#wake();
  }

  #forget(call: RunningCall): void {
    const key = keyOf(call);
    if (key !== null && this.#records.get(key)?.deaths === 0) this.#records.delete(key);
  }

  #mayRun(call: RunningCall): boolean {
    if (call.suspectMs !== null)
      return this.#onTrial === null && this.#waiting.find((one) => one.suspectMs !== null) === call;
    // Listings and uploads of others go on.
    return (
      !isStatement(call) || (this.#onTrial === null && !this.#waiting.some((one) => one.suspectMs !== null))
    );
  }

  #try(call: RunningCall, ageMs: number): void {
    const ms = Math.min(MAX_TRIAL_MS, LEAST_TRIAL_MS + 2 * ageMs);
    this.#onTrial = { call, timer: setTimeout(() => this.#acquit(call), ms).unref() };
  }

  /** Ends the trial of the call, if it is the one on trial. */
  #acquit(call: RunningCall): void {
    if (this.#onTrial?.call !== call) return;
    clearTimeout(this.#onTrial.timer);
    this.#onTrial = null;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#wakes.splice(0)) wake();
  }

  #change(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => reject(signal?.reason as Error);
      if (signal?.aborted) return abort();
      signal?.addEventListener("abort", abort, { once: true });
      this.#wakes.push(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      });
    });
  }
}

export function refusal(why: string, cause?: unknown): SqlError {
  return new SqlError(
    "NOT_SUPPORTED",
    `unsupported in the local service: this statement ended the embedded engine twice (${why}) and is not run again before the service is restarted; write it in another way`,
    null,
    cause,
  );
}

const isStatement = ({ name }: RunningCall): boolean => name.startsWith("statements.");

/** A statement by what decides how it runs; null for other calls. */
function keyOf(call: RunningCall): string | null {
  if (!isStatement(call)) return null;
  const { dialect, database, parameters } = (call.args.at(-1) ?? {}) as {
    [name in "dialect" | "database" | "parameters"]?: unknown;
  };
  const text = JSON.stringify([String(call.args[0]).trim(), dialect, database, parameters]);
  return createHash("sha256").update(text).digest("base64");
}

import { SqlError } from "../../dialect/sql-error.ts";
import { mayRepeat } from "../../system/attempts.ts";
import { diskFault, Fault } from "../errors/fault.ts";
import { EngineLost } from "./engine-child.ts";
import type { CallName } from "./engine-stub.ts";
import { streamOf } from "./messages.ts";
import { effectOf } from "./retries.ts";
import { RunningCall } from "./running-call.ts";
import { refusal } from "./suspects.ts";

/** Runs a call in the engine's present process. */
export interface CallRunner {
  readonly isClosing: boolean;
  run(call: RunningCall): Promise<unknown>;
  /** Whether it is a statement that has ended the engine too often. */
  isRefused(call: RunningCall): boolean;
}

/** Deaths of the engine, by nobody knows what, after which a call fails that ran at each of them. */
const MAX_DEATHS = 5;

const mayRunAgain = ({ name, hasWritten }: RunningCall): boolean =>
  mayRepeat("lost", hasWritten ? "once" : effectOf(name));

/** Calls that outlast the engine's process: those cut off by its exit run again where the table of attempts allows it. */
export class RepeatedCalls {
  readonly #process: CallRunner;

  constructor(process: CallRunner) {
    this.#process = process;
  }

  async call(name: CallName, args: readonly unknown[]): Promise<unknown> {
    const running = new RunningCall(name, args);
    const value = await this.#attempts(running);
    const member = streamOf(value);
    if (member === null) return value;
    const items = (value as Record<string, AsyncIterable<unknown>>)[member]!;
    return { ...(value as object), [member]: this.#stream(running, member, items) };
  }

  async #attempts(running: RunningCall): Promise<unknown> {
    for (;;) {
      try {
        return await this.#process.run(running);
      } catch (error) {
        await this.#mayRepeat(running, error, 0);
      }
    }
  }

  /** @throws the error of the call unless the call may be retried. */
  async #mayRepeat(running: RunningCall, error: unknown, itemsGiven: number): Promise<void> {
    // The engine's process only knows that the call was aborted; the reason is here.
    if (running.signal?.aborted) throw await this.#stopError(running, error);
    if (!(error instanceof EngineLost)) throw error;
    const canRepeat = mayRunAgain(running) && (itemsGiven === 0 || effectOf(running.name) === "read");
    const hasCaused = running.isBlamed && (error.culprit === running || running.deaths > 1);
    if (hasCaused && running.name.startsWith("statements.")) {
      const reason = this.#process.isRefused(running) ? refusal(error.message, error) : null;
      throw reason ?? ownFault(error);
    }
    if (!canRepeat || hasCaused || running.deaths >= MAX_DEATHS || this.#process.isClosing)
      throw cutFault(error, await this.#whatIsIn(running));
  }

  /** The reason of the stop, unless the process was ended when the changes were committed already: then they count. */
  async #stopError({ signal, hasWritten, writeId }: RunningCall, error: unknown): Promise<unknown> {
    const reason = signal?.reason as Error;
    if (!(error instanceof EngineLost) || !hasWritten || (await this.#isIn(writeId)) !== true) return reason;
    return new Fault(
      "unavailable",
      `It was stopped after all of its changes had been made: ${reason.message}`,
    );
  }

  /** Whether the changes of a statement were committed; null if that is unknown. */
  async #isIn(writeId: string | undefined): Promise<boolean | null> {
    if (writeId === undefined || this.#process.isClosing) return null;
    try {
      return (await this.call("storage.hasWritten", [writeId])) === true;
    } catch {
      return null;
    }
  }

  /** Describes which changes of an aborted call were committed, for an error message. */
  async #whatIsIn(running: RunningCall): Promise<string> {
    if (mayRunAgain(running)) return "run it again";
    const isIn = await this.#isIn(running.writeId);
    if (isIn === null) return "check its changes first: either all or none of them were made";
    return isIn ? "all of its changes were made" : "none of its changes were made: run it again";
  }

  /** The items of a call's stream; a repeated call goes on where it was cut off. */
  async *#stream(
    running: RunningCall,
    member: string,
    first: AsyncIterable<unknown>,
  ): AsyncGenerator<unknown> {
    let delivered = 0;
    for (let items = first; ;) {
      let skip = delivered;
      try {
        for await (const item of items) {
          if (skip-- > 0) continue;
          delivered += 1;
          yield item;
        }
        return;
      } catch (error) {
        await this.#mayRepeat(running, error, delivered);
        items = ((await this.#attempts(running)) as Record<string, AsyncIterable<unknown>>)[member]!;
      }
    }
  }
}

/** The fault of the statement whose error ended the engine. */
function ownFault(lost: EngineLost): Error {
  return (
    diskFault(lost.cause) ??
    new SqlError(
      "NOT_SUPPORTED",
      `unsupported in the local service: the embedded engine can't run this statement and was restarted (${lost.message}); write it in another way`,
      null,
      lost,
    )
  );
}

function cutFault(lost: EngineLost, whatIsIn: string): Fault {
  const fault = new Fault(
    "unavailable",
    `The embedded engine was stopped while this ran (${lost.message}) and is being restarted; ${whatIsIn}.`,
  );
  fault.cause = lost.cause ?? lost;
  return fault;
}

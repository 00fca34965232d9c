import { constants } from "node:os";
import type { Client } from "../core/client.ts";
import { connect } from "../core/connect.ts";
import type { ConnectOptions } from "../core/options/client-options.ts";
import { END_SIGNALS } from "../system/system.ts";
import { CommandError, EXIT } from "./report-error.ts";

/**
 * Connects to the service for one command. Ctrl-C and the other signals that end a process stop what the command runs on the service too; a
 * second one ends the process at once.
 *
 * @throws ConfigError for settings that are not valid, CommandError when no service is found, and with the signal's exit code after one.
 */
export async function withClient<T>(
  options: ConnectOptions,
  work: (client: Client, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  let exitCode: number | null = null;
  const end = (signal: NodeJS.Signals): void => {
    exitCode = 128 + constants.signals[signal];
    stop.abort();
  };
  for (const signal of END_SIGNALS) process.once(signal, end);
  try {
    await using client = await connected(options);
    return await work(client, stop.signal);
  } catch (error) {
    if (exitCode === null) throw error;
    throw new CommandError((error as Error).message, exitCode, { cause: error });
  } finally {
    for (const signal of END_SIGNALS) process.off(signal, end);
  }
}

/** Settings that are not valid are errors of their own; a local service that does not run is one that can't be reached. */
async function connected(options: ConnectOptions): Promise<Client> {
  const client = connect(null, null, options);
  try {
    await client.target();
    return client;
  } catch (error) {
    if (process.env["SVC_PROFILE"]) throw error;
    throw new CommandError((error as Error).message, EXIT.unreachable, { cause: error });
  }
}

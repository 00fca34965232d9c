import { type Command, InvalidArgumentError } from "commander";
import { defaultDataDir, defaultPort } from "./defaults.ts";

interface ServeOptions {
  host: string;
  port?: number;
  data: string;
  samples?: boolean;
  json?: boolean;
  idle?: number;
}

const wholeNumber =
  (what: string, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value > most)
      throw new InvalidArgumentError(`${what} is a whole number up to ${most}.`);
    return value;
  };

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description("Run the local service in the foreground, until SIGTERM or Ctrl-C.")
    .option(
      "--host <address>",
      "address to listen on; anything but loopback opens the service to the network",
      "127.0.0.1",
    )
    .option(
      "--port <number>",
      `port to listen on, 0 for a free one (default: ${defaultPort}, or a free one when that is taken)`,
      wholeNumber("A port", 65535),
    )
    .option("--data <folder>", "folder of the databases, jobs, results and keys", defaultDataDir())
    .option("--samples", "load the sample database sample_datasets on first start")
    .option(
      "--idle <minutes>",
      "stop after this many minutes without a request or a job",
      wholeNumber("--idle", 525600),
    )
    .option("--json", 'print {"url":…,"apikey":…,"pid":…} as the first line, once the service answers')
    .action(async (options: ServeOptions) => {
      const { serve } = await import("./serve.ts");
      await serve(options);
    });
}

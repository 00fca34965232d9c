// This folder: svclib login: keeps a key for later commands.

import type { Command } from "commander";
import type { LoginOptions } from "./login.ts";

const NAME = ["[profile]", "the profile's name", "default"] as const;

/** Adds `svclib login` and `svclib logout`. */
export function addLoginCommand(program: Command): void {
  program
    .command("login")
    .description("Keep the key of an account under a name, after trying it.")
    .argument(...NAME)
    .option("--server <url>", "address of the service's API (default: SVC_API_SERVER)")
    .option(
      "--presto-api <url>",
      "address of the statement protocol, where it can't be derived from the server's",
    )
    .addHelpText(
      "after",
      `
The key is asked for and not shown; in a pipe it is read from standard input. It is kept in a file that only you can read.
SVC_PROFILE=name uses it for a program, a notebook or a command; connect(null, null, { profile: "name" }) and -c @name in a magic for one connection.`,
    )
    .action(async (name: string, options: LoginOptions) => (await import("./login.ts")).login(name, options));
  program
    .command("logout")
    .description("Forget the key of an account.")
    .argument(...NAME)
    .action(async (name: string) => (await import("./login.ts")).logout(name));
}

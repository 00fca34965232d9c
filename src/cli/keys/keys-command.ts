// This folder: svclib keys: the keys and roles of a team's service.

import { join } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { serviceHome } from "../../core/local-service/service-file.ts";
import type { Role, DatabaseRoles } from "../../dialect/statements/statement-rights.ts";
import type { KeyFile, KeyRights } from "../../service/access/key-file.ts";
import { keyId, type ApiKey } from "../../service/access/keys.ts";
import { print } from "../print.ts";
import { CommandError } from "../report-error.ts";

interface AddOptions {
  readonly permission?: "administrator" | "query_only";
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  readonly own?: readonly string[];
}

const DATA = ["--data <folder>", "the service's data folder (default: SVC_HOME, else ~/.svclib)"] as const;

/** Names separated by commas; the option may be repeated. */
function databases(list: string, former: readonly string[] = []): string[] {
  const names = list.split(",").map((name) => name.trim());
  for (const name of names)
    if (!/^(?:\*|[a-z0-9_]+)$/.test(name))
      throw new InvalidArgumentError(`"${name}" is not the name of a database; * is all others.`);
  return [...former, ...names];
}

/** @throws CommandError for no rights, or both kinds. */
function rightsOfOptions({ permission, ...roles }: AddOptions): KeyRights {
  const named: DatabaseRoles = Object.fromEntries(
    (["read", "write", "own"] as const).flatMap((role): [string, Role][] =>
      (roles[role] ?? []).map((database) => [database, role]),
    ),
  );
  const isByDatabase = Object.keys(named).length > 0;
  if (isByDatabase === (permission !== undefined))
    throw new CommandError("give a key either --permission, or roles with --read, --write and --own");
  return permission === undefined ? { permission: "by_database", databases: named } : { permission };
}

export function addKeysCommand(program: Command): void {
  const keys = program
    .command("keys")
    .description(
      "Add, list, disable and rotate the keys of a service, which takes changes over within a second.",
    );
  const file = async (data = serviceHome(process.env)): Promise<KeyFile> => {
    process.umask(0o077);
    const { KeyFile } = await import("../../service/access/key-file.ts");
    return new KeyFile(join(data, "keys.json"));
  };
  keys
    .command("add")
    .description("Make a key and print it, once: the file has only its hash.")
    .argument("<user>", "the person or program that uses it; the log of who ran what names it")
    .addOption(
      new Option("--permission <name>", "query_only: query everything; administrator: everything").choices([
        "administrator",
        "query_only",
      ]),
    )
    .option("--read <databases>", "databases to query, separated by commas; * is all others", databases)
    .option("--write <databases>", "databases to add rows, tables and views to as well", databases)
    .option("--own <databases>", "databases to change and remove everything in as well", databases)
    .option(...DATA)
    .action(async (user: string, { data, ...options }: AddOptions & { readonly data?: string }) => {
      print(`${await (await file(data)).add(user, rightsOfOptions(options))}\n`);
    });
  keys
    .command("list")
    .description("List numbers, users and rights of the keys.")
    .option(...DATA)
    .action(async ({ data }: { readonly data?: string }) => {
      for (const key of await (await file(data)).list())
        print(
          `${[keyId(key), key.user_name, rightsText(key), ...(key.disabled ? ["disabled"] : [])].join("\t")}\n`,
        );
    });
  keys
    .command("disable")
    .description("Refuse a key from now on. What it has begun goes on.")
    .argument("<user or number>", "all keys of a user, or one key")
    .option(...DATA)
    .action(async (which: string, { data }: { readonly data?: string }) => {
      const ids = await (await file(data)).disable(which);
      print(`disabled: ${ids.join(", ")}\n`);
    });
  keys
    .command("rotate")
    .description("Print a new key with the rights of a key, which is refused from now on.")
    .argument("<user or number>", "a user with one key, or the number of a key")
    .option(...DATA)
    .action(async (which: string, { data }: { readonly data?: string }) => {
      print(`${await (await file(data)).rotate(which)}\n`);
    });
}

function rightsText({ permission, databases = {} }: ApiKey): string {
  if (permission !== "by_database") return permission;
  return Object.entries(databases)
    .map(([database, role]) => `${database}: ${role}`)
    .join(", ");
}

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Command } from "commander";
import { createProgram } from "../../src/cli/main.ts";
import { oldNode } from "../../src/cli/old-node.ts";

const COMMAND = join(import.meta.dirname, "../../dist/cli/svclib.cjs");

const helpOf = (...path: string[]): string => {
  let command: Command = createProgram();
  for (const name of path) command = command.commands.find((one) => one.name() === name) as Command;
  return command.helpInformation();
};

describe("svclib --help", () => {
  test("lists the commands", () => {
    expect(createProgram().commands.map((command) => command.name())).toEqual([
      "query",
      "jobs",
      "tables",
      "databases",
      "login",
      "logout",
      "serve",
      "data",
      "keys",
      "kernel",
      "run",
      "check",
      "types",
      "catalog",
      "export",
      "lab",
      "doctor",
    ]);
  });

  test.each([
    [["serve"], ["--host", "--port", "--data", "--samples", "--memory", "--json", "--idle"]],
    [
      ["kernel", "install"],
      ["--user", "--sys-prefix", "--prefix", "--kernel"],
    ],
    [["run"], ["--kernel", "--output", "--timeout", "--allow-errors", "--parameter"]],
    [["export"], ["--output"]],
    [
      ["query"],
      [
        "--file",
        "--engine",
        "--database",
        "--parameter",
        "--format",
        "--output",
        "--limit",
        "--direct",
        "--quiet",
      ],
    ],
    [
      ["jobs", "list"],
      ["--status", "--format", "--output", "--limit"],
    ],
    [["check"], ["--project", "--catalog", "--engine", "--database", "--format", "--json", "--watch"]],
    [["types"], ["--project", "--catalog", "--output", "--check"]],
    [
      ["catalog", "pull"],
      ["--all", "--output", "--check"],
    ],
    [["login"], ["--server", "--presto-api"]],
    [["data", "export"], ["--data"]],
    [["data", "import"], ["--data"]],
  ])("%j lists its options", (path, options) => {
    for (const option of options) expect(helpOf(...path)).toContain(option);
  });
});

describe("an invalid command line", () => {
  const parse = async (...args: string[]): Promise<string> => {
    const program = createProgram();
    let said = "";
    const prepare = (command: Command): void => {
      command.exitOverride().configureOutput({ writeErr: (text) => void (said += text) });
      command.commands.forEach((child) => prepare(child));
    };
    prepare(program);
    await program.parseAsync(["node", "svclib", ...args]).catch(() => undefined);
    return said;
  };

  test.each([
    [["sevre"], "error: unknown command 'sevre'\n(Did you mean serve?)"],
    [["serve", "--port", "80x"], "argument '80x' is invalid. A port is a whole number up to 65535."],
    [["run", "a.ipynb", "--kernel", "python"], "Allowed choices are svc-tslab, svc-deno."],
    [["kernel", "uninstall", "--kernel", "svc-python"], "Allowed choices are svc-tslab, svc-deno."],
    [["run", "a.ipynb", "--timeout", "0"], "--timeout is a number of seconds above 0."],
    [["run", "a.ipynb", "-p", "day"], "--parameter is name=value, such as -p day=2024-01-01."],
    [["run", "a.ipynb", "-p", "=1"], "--parameter is name=value, such as -p day=2024-01-01."],
    [["query", "--limit", "-1", "select 1"], "--limit is a number of rows."],
    [["query", "--engine", "spark", "select 1"], "Allowed choices are presto, hive."],
    [["serve", "--presto-session", "a"], "A session property must be name=value."],
    [["kernel", "install", "--user", "--prefix", "x"], "cannot be used with option"],
  ])("%j", async (args, message) => {
    expect(await parse(...args)).toContain(message);
  });
});

describe("a slip in a file or a setting is no fault of svclib", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "svc-slip-"));
    for (const name of ["used", "empty"]) mkdirSync(join(folder, name));
    writeFileSync(join(folder, "bad.ipynb"), "{");
    writeFileSync(join(folder, "empty", "format.json"), "2");
    writeFileSync(join(folder, "used", "keys.json"), "{");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ["data export DIR/used", "DIR/used exists; name a new folder for the export."],
    ["data export DIR/new --data DIR/none", "DIR/none does not exist; name the data folder of a service with --data."],
    ["data export DIR/none/new --data DIR/used", "The folder of DIR/none/new does not exist; make it, or name another for the export."],
    ["serve --data DIR/bad.ipynb", "DIR/bad.ipynb is a file; name a folder for the data."],
    ["data import DIR/used --data DIR/new", "DIR/used is no export of a data folder: svclib data export writes one."],
    ["keys list --data DIR/used", "The key file DIR/used/keys.json is not JSON; fix it, or delete it to get a new key."],
    ["serve --data DIR/empty", 'The file DIR/empty/format.json is damaged: it must hold {"format":1}, the version of the data folder.'],
    ["serve --data DIR/new --public-url svc", "The public URL must be an address such as https://svc.example.com, not svc."],
    ["serve --data DIR/new --presto coordinator", 'The Presto address "coordinator" is not a URL; write http://host:8080.'],
    ["serve --data DIR/new --presto https://c --presto-ca DIR/none.pem", "DIR/none.pem can't be read: it does not exist"],
    ["export DIR/used", "DIR/used can't be read: it is a folder"],
    ["export DIR/bad.ipynb", "DIR/bad.ipynb is not a notebook: "],
  ])("%s", (line, message) => {
    const args = line.replaceAll("DIR", folder).split(" ");
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { encoding: "utf8", timeout: 20_000 });
    expect({ status, said: stderr.replaceAll(folder, "DIR").split("\n")[0] }).toEqual({
      status: 2,
      said: expect.stringContaining(`svclib: ${message}`) as unknown,
    });
    expect(stderr).not.toContain("--debug");
  });
}); // prettier-ignore

test.each([
  ["18.20.4", false],
  ["20.18.3", false],
  ["20.19.0", true],
  ["21.7.3", false],
  ["22.11.0", false],
  ["22.12.0", true],
  ["23.11.1", false],
  ["24.0.0", true],
  ["26.10.0", true],
])("Node.js %s can run svclib: %p", async (version, can) => {
  expect(oldNode(version) === null).toBe(can);
  const program = createProgram(version);
  const kernels = program.commands.find((command) => command.name() === "kernel");
  kernels?.commands.find((command) => command.name() === "list")?.action(() => undefined);
  const listing = program.parseAsync(["node", "svclib", "kernel", "list"]);
  if (can) await listing;
  else
    await expect(listing).rejects.toThrow(
      `this is Node.js ${version}, and svclib needs 20.19, 22.12, 24 or a newer version of these lines (https://nodejs.org)`,
    );
});

import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { oldNode } from "../../../src/cli/old-node.ts";
import { kernelSpec } from "../../../src/kernel/kernelspec/kernel-spec.ts";
import { installLauncher, launchFault } from "../../../src/kernel/kernelspec/launcher/launch.ts";
import { startKernel, streamText } from "../support/start-kernel.ts";
import { longTest } from "../../jest/short-form.ts";

const SYSTEM = ["/opt/homebrew/bin", "/usr/local/bin", "/usr/bin", "/opt/local/bin", "/snap/bin"];
const SAYS = "console.log(JSON.stringify([process.argv0, ...process.argv.slice(1)]));";

let folder: string;
const at = (...names: string[]): string => join(folder, ...names);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "svc launcher é-"));
  mkdirSync(at("spec"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}

function linkNode(...names: string[]): string {
  const path = at(...names, "bin", "node");
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(process.execPath, path);
  return path;
}

/** Installs the launcher; no Node.js of the machine is visible but those of the test. */
function install(node: string, main: string): string[] {
  const argv = installLauncher([node, main, "--kernel", "tslab"], at("spec"));
  const shell = at("spec", "start.sh");
  const text = SYSTEM.reduce(
    (left, place) => left.replaceAll(place, "/no/such/folder"),
    readFileSync(shell, "utf8"),
  );
  writeFileSync(shell, text);
  return argv;
}

function launch(
  [command = "", ...args]: readonly string[],
  PATH = "",
): { out: unknown; err: string; status: number | null } {
  const { stdout, stderr, status } = spawnSync(command, args, {
    encoding: "utf8",
    env: { PATH, HOME: at("home") },
  });
  return { out: stdout === "" ? null : JSON.parse(stdout), err: stderr, status };
}

test("it starts the installed Node.js and main script", () => {
  const node = linkNode("node");
  const main = write(at("main.mjs"), SAYS);
  expect(launch(install(node, main)).out).toEqual([node, main, "--kernel", "tslab"]);
});

test.each([
  ["Homebrew", ["Cellar", "node", "22.12.0"], ["Cellar", "node", "22.13.0"]],
  ["fnm", ["versions", "v20.19.0", "installation"], ["versions", "v22.12.0", "installation"]],
  ["nvm", ["v20.19.0"], ["home", ".nvm", "versions", "node", "v22.12.0"]],
])("after an upgrade by %s it finds the next Node.js", (_, before, after) => {
  const main = write(at("main.mjs"), SAYS);
  const argv = install(linkNode(...before), main);
  rmSync(at(...before), { recursive: true });
  const next = linkNode(...after);
  expect(launch(argv).out).toEqual([next, main, "--kernel", "tslab"]);
});

test("it uses Node.js on PATH unless it is too old", () => {
  const main = write(at("main.mjs"), SAYS);
  const argv = install(at("gone", "bin", "node"), main);
  write(at("old", "node"), "#!/bin/sh\nexit 1\n");
  const next = linkNode("other");
  expect(launch(argv, `${at("old")}:${dirname(next)}`).out).toEqual([next, main, "--kernel", "tslab"]);
});

test.each(["20.18.3", "20.19.0", "21.7.3", "22.11.0", "22.12.0", "23.11.1", "24.0.0", "26.10.0"])(
  "it uses Node.js %s if the command does",
  (version) => {
    install(at("bin", "node"), at("main.mjs"));
    const shell = readFileSync(at("spec", "start.sh"), "utf8");
    const [, check = ""] = /-e '(.*)'/.exec(shell) ?? [];
    const exit = (code: number): number => code;
    const code = runInNewContext(check, { process: { versions: { node: version }, exit } }) as number;
    expect(code === 0).toBe(oldNode(version) === null);
  },
);

test("without any Node.js it lists where it looked", () => {
  const argv = install(at("gone", "bin", "node"), at("main.mjs"));
  expect(launch(argv)).toEqual({
    out: null,
    status: 127,
    err: `svclib: the kernel can't start: ${at("gone", "bin", "node")} no longer exists, and no Node.js 20.19, 22.12, 24 or newer is beside it, on PATH, in the folders of Homebrew, nvm, fnm, mise, asdf or Volta, or in /usr; install Node.js (https://nodejs.org), then: npx svclib kernel install\n`,
  });
});

const MAIN = ["svclib", "dist", "kernel", "main.js"];
test.each([
  ["a global install", ["old", "main.js"], ["node", "lib", "node_modules", ...MAIN]],
  [
    "a global install of svclib-jupyter",
    ["old", "main.js"],
    ["node", "lib", "node_modules", "svclib-jupyter", "node_modules", ...MAIN],
  ],
  [
    "another set of npx's",
    ["_npx", "1234", "node_modules", ...MAIN],
    ["_npx", "5678", "node_modules", ...MAIN],
  ],
])("if the package was moved, it finds %s", (_, before, after) => {
  const node = linkNode("node");
  const argv = install(node, at(...before));
  const main = write(at(...after), SAYS);
  expect(launch(argv).out).toEqual([node, main, "--kernel", "tslab"]);
  expect(launchFault(argv)).toBeNull();
});

test("without the package it lists where it looked", () => {
  const argv = install(linkNode("node"), at("gone.js"));
  const said = launch(argv);
  expect(said.status).toBe(1);
  expect(said.err).toContain(
    `svclib: the kernel can't start: ${at("gone.js")} no longer exists, and svclib is not in ${at("node", "lib", "node_modules")}, `,
  );
  expect(launchFault(argv)).toBe(said.err.slice("svclib: ".length, -1));
});

longTest("a kernel starts after its Node.js was moved", async () => {
  const [, ...rest] = kernelSpec("tslab").argv;
  const argv = installLauncher([linkNode("Cellar", "node", "22.12.0"), ...rest], at("spec"));
  renameSync(at("Cellar", "node", "22.12.0"), at("Cellar", "node", "22.13.0"));
  expect(launchFault(argv)).toBeNull();
  const kernel = await startKernel("tslab", { argv });
  try {
    expect(streamText(await kernel.run("console.log(6 * 7)"))).toBe("42\n");
    // The shell has exec'ed the kernel: signals reach it.
    expect(
      execFileSync("ps", ["-o", "args=", "-p", String(kernel.process.pid)], { encoding: "utf8" }),
    ).toMatch(/22\.13\.0.bin.node/);
  } finally {
    await kernel.stop();
  }
});

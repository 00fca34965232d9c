import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installKernelSpecs, uninstallKernelSpecs } from "../../../src/kernel/kernelspec/install.ts";
import { installLabExtension, uninstallLabExtension } from "../../../src/kernel/kernelspec/lab-extension.ts";

let prefix: string;

beforeEach(() => {
  prefix = mkdtempSync(join(tmpdir(), "svclib-extension-"));
});

afterEach(() => rmSync(prefix, { recursive: true }));

const expected = (): string => join(prefix, "share", "jupyter", "labextensions", "svclib");

test("the extension is installed where JupyterLab finds prebuilt ones, with the file named by its manifest", () => {
  expect(installLabExtension({ prefix })).toBe(expected());
  const { name, jupyterlab } = JSON.parse(readFileSync(join(expected(), "package.json"), "utf8")) as {
    name: string;
    jupyterlab: { _build: { load: string; extension: string } };
  };
  expect(name).toBe("svclib");
  expect(jupyterlab._build.extension).toBe("./extension");
  expect(existsSync(join(expected(), jupyterlab._build.load))).toBe(true);
});

test("files of an earlier version are removed", () => {
  installLabExtension({ prefix });
  const old = join(expected(), "static", "remoteEntry.old.js");
  writeFileSync(old, "");
  installLabExtension({ prefix });
  expect(existsSync(old)).toBe(false);
});

test("it is removed with the last kernel", () => {
  installKernelSpecs({ prefix });
  installLabExtension({ prefix });
  uninstallKernelSpecs({ prefix, kernel: "deno" });
  expect(uninstallLabExtension({ prefix })).toBeNull();
  uninstallKernelSpecs({ prefix });
  expect(uninstallLabExtension({ prefix })).toBe(expected());
  expect(existsSync(expected())).toBe(false);
  expect(uninstallLabExtension({ prefix })).toBeNull();
});

test("files that svclib did not write are kept", () => {
  mkdirSync(expected(), { recursive: true });
  writeFileSync(join(expected(), "package.json"), '{ "name": "else" }');
  expect(() => installLabExtension({ prefix })).toThrow(`svclib did not write ${expected()}`);
  expect(() => uninstallLabExtension({ prefix })).toThrow("look at it, and remove it by hand");
  expect(existsSync(join(expected(), "package.json"))).toBe(true);
});

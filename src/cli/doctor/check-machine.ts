import { createRequire } from "node:module";
import { explainMissing, howToInstall, resolvePackage } from "../../core/files/missing-package.ts";
import { denoVersion, findDeno } from "../../kernel/kernels/deno/find-deno.ts";
import { installedKernels } from "../../kernel/kernelspec/installed-kernels.ts";
import { packageRoot } from "../../kernel/package-entries.ts";
import { platform } from "../../system/system.ts";
import { findJupyterLab } from "../lab/lab.ts";
import { oldNode } from "../old-node.ts";
import { readManifest } from "../read-manifest.ts";

/** Packages of svclib-jupyter that are loaded as a check, and the features that need them. */
const PACKAGES = {
  zeromq: "the kernels",
  "@duckdb/node-api": "the local service",
  typescript: "svc-tslab",
  tslab: "svc-tslab",
};

/** Checks the installation, the kernels and related programs. Changes nothing. */
export function checkMachine(env: NodeJS.ProcessEnv): Finding[] {
  return [
    { state: "ok", subject: "svclib", text: `${readManifest().version} in ${packageRoot}` },
    checkNode(),
    ...Object.entries(PACKAGES).map(([name, user]) => checkPackage(name, user)),
    ...checkOtherPackages(),
    checkDeno(env),
    checkJupyterLab(env),
    ...checkKernels(),
  ];
}

function checkNode(): Finding {
  const subject = "Node.js";
  const fault = oldNode();
  if (fault !== null) return { state: "fault", subject, text: fault };
  return { state: "ok", subject, text: `${process.versions.node}, ${platform} ${process.arch}` };
}

function checkPackage(name: string, user: string): Finding {
  try {
    const path = resolvePackage(name);
    // Its kernel loads it, with another TypeScript than the one that it names.
    if (name !== "tslab") createRequire(import.meta.url)(path);
    return { state: "ok", subject: name, text: "loads" };
  } catch (error) {
    const explained = explainMissing(error) as Error;
    // Scripts that only run queries do not need it.
    const state = explained === error ? "fault" : "note";
    const [reason = ""] = explained.message.split("\n");
    return { state, subject: name, text: `${user} can't run: ${reason}` };
  }
}

function checkOtherPackages(): Finding[] {
  const missing = Object.keys(readManifest().peerDependencies).filter(
    (name) => !(name in PACKAGES) && isMissing(name),
  );
  if (missing.length === 0) return [];
  const text = `not installed: ${missing.join(", ")}; charts, Parquet files, the local service and clusters need them; ${howToInstall()}`;
  return [{ state: "note", subject: "other packages", text }];
}

function isMissing(name: string): boolean {
  try {
    resolvePackage(name);
    return false;
  } catch (error) {
    // Some packages can only be imported: any error other than a missing package shows that they are installed.
    return explainMissing(error) !== error;
  }
}

function checkDeno(env: NodeJS.ProcessEnv): Finding {
  try {
    const deno = findDeno(env);
    return { state: "ok", subject: "Deno", text: `${denoVersion(deno, env)}: ${deno}` };
  } catch (error) {
    const state = env["SVC_DENO"] ? "fault" : "note";
    return { state, subject: "Deno", text: `svc-deno can't run: ${(error as Error).message}` };
  }
}

function checkJupyterLab(env: NodeJS.ProcessEnv): Finding {
  const command = findJupyterLab(env);
  return command === null
    ? {
        state: "note",
        subject: "JupyterLab",
        text: "not found, so svclib lab can't open it: pip install jupyterlab",
      }
    : { state: "ok", subject: "JupyterLab", text: command.join(" ") };
}

function checkKernels(): Finding[] {
  const kernels = installedKernels();
  if (kernels.length === 0)
    return [{ state: "note", subject: "kernels", text: "not installed: npx svclib kernel install" }];
  return kernels.map(({ name, folder, fault }) =>
    fault === null
      ? { state: "ok", subject: name, text: folder }
      : { state: "fault", subject: name, text: `${folder}: ${fault}` },
  );
}

/** One result of `svclib doctor`. */
export interface Finding {
  /** `note`: worth knowing, but not wrong; `fault`: something does not work until it is fixed. */
  readonly state: "ok" | "note" | "fault";
  readonly subject: string;
  /** The result, and how to fix a fault. */
  readonly text: string;
}

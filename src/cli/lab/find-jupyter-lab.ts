import { spawnSync } from "node:child_process";
import { withoutSecrets } from "../../kernel/child/without-secrets.ts";

const candidates: readonly (readonly string[])[] = [
  ["jupyter-lab"],
  ["jupyter", "lab"],
  ["python3", "-m", "jupyterlab"],
  ["python", "-m", "jupyterlab"],
];

/** The command line that starts JupyterLab on this machine, or null. */
export function findJupyterLab(env: NodeJS.ProcessEnv = process.env): readonly string[] | null {
  const works = ([command, ...args]: readonly string[]): boolean =>
    spawnSync(command ?? "", [...args, "--version"], { env: withoutSecrets(env), stdio: "ignore" }).status ===
    0;
  return candidates.find(works) ?? null;
}

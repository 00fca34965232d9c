import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Service, startService } from "../../src/service/start-service.ts";
import { startBrowser } from "./lib/notebook-page.ts";
import { jupyterProgram } from "./lib/start-jupyter-lab.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const names = readdirSync(join(root, "notebooks")).filter((name) => name.endsWith(".ipynb"));

let home: string;
let service: Service;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "svclib-static-"));
  service = await startService({ dataDir: join(home, "data"), samples: true });
});

afterAll(async () => {
  await service?.close();
  rmSync(home, { recursive: true, force: true });
});

describe.each(["svc-tslab", "svc-deno"])("nbconvert of what %s executed", (kernel) => {
  test.each(names)("%s shows its tables and pictures", async (name) => {
    const executed = join(home, `${kernel}-${name}`);
    const env = { ...process.env, SVC_API_KEY: service.apikey, SVC_API_SERVER: service.url };
    const command = join(root, "dist", "cli", "svclib.cjs");
    await run(
      process.execPath,
      [command, "run", join(root, "notebooks", name), "--kernel", kernel, "--output", executed],
      { env },
    );
    await run(jupyterProgram("jupyter-nbconvert"), ["--to", "html", "--template", "lab", executed], {
      env: { ...env, JUPYTER_CONFIG_DIR: home, JUPYTER_DATA_DIR: home },
    });
    const page = executed.replace(/\.ipynb$/, ".html");
    const source = readFileSync(join(root, "notebooks", name), "utf8");
    const html = readFileSync(page, "utf8");
    const pictures = html.match(/<img[^>]*src="data:image\/png/g)?.length ?? 0;
    if (source.includes("--plot")) expect(pictures).toBeGreaterThanOrEqual(1);
    if (name !== "from-query-to-file.ipynb" && name !== "sharing-results.ipynb")
      expect(html).toContain("<table");
    if (name === "quickstart.ipynb") await picture(page, `${kernel}-quickstart-html`);
  });
});

async function picture(page: string, name: string): Promise<void> {
  const browser = await startBrowser();
  try {
    const view = await browser.newPage({ viewport: { width: 1000, height: 1000 } });
    await view.goto(`file://${page}`, { waitUntil: "load" });
    await view.screenshot({ path: join(root, "reports", "lab", `${name}.png`), fullPage: true });
  } finally {
    await browser.close();
  }
}

// Programs of Jupyter beside JupyterLab and Jupyter Notebook: console, papermill, jupytext, voila, and nbconvert to script and PDF.
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { installKernelSpecs } from "../../src/kernel/kernelspec/install.ts";
import { joinedText, type Notebook } from "../../src/kernel/notebook/notebook-file.ts";
import { type Service, startService } from "../../src/service/start-service.ts";
import { startBrowser } from "./lib/notebook-page.ts";
import { freePort, jupyterProgram } from "./lib/start-jupyter-lab.ts";

const SOURCES = [
  "var symbol: string = 'IBM';",
  "%%svc_presto sample_datasets -o highs\nselect symbol, max(price) as high from stocks where symbol = {symbol} group by 1",
  "highs",
  "console.log('high', highs.get('high', 0));",
  "%%svc_presto sample_datasets --plot\nselect time, price from stocks where symbol = {symbol} order by time",
];

/** nbconvert needs both for a PDF; on Debian: texlive-xetex, texlive-fonts-recommended, texlive-plain-generic and pandoc. */
const hasLatex = ["xelatex", "pandoc"].every(
  (name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0,
);

let home: string;
let service: Service;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "svclib-frontends-"));
  installKernelSpecs({ prefix: home });
  service = await startService({ dataDir: join(home, "data"), samples: true });
  const environment = dirname(jupyterProgram("jupyter"));
  env = {
    ...process.env,
    HOME: home,
    PATH: [environment, process.env["PATH"]].join(delimiter),
    // nbconvert's and voila's templates are in the environment's own folder.
    JUPYTER_PATH: [join(home, "share", "jupyter"), join(environment, "..", "share", "jupyter")].join(
      delimiter,
    ),
    JUPYTER_CONFIG_DIR: home,
    JUPYTER_RUNTIME_DIR: home,
    IPYTHONDIR: home,
    SVC_API_KEY: service.apikey,
    SVC_API_SERVER: service.url,
    SVC_HOME: join(home, "data"),
  };
});

afterAll(async () => {
  await service?.close();
  rmSync(home, { recursive: true, force: true });
});

const run = async (name: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(jupyterProgram(name), args, { cwd: home, env })).stdout;

const outputsOf = (path: string): string =>
  JSON.stringify(
    (JSON.parse(readFileSync(join(home, path), "utf8")) as Notebook).cells.map(({ outputs }) => outputs),
  );

describe.each(["svc-tslab", "svc-deno"])("%s", (kernel) => {
  const file = `${kernel}.ipynb`;

  beforeAll(() => {
    const cells = SOURCES.map((source, i) => ({
      cell_type: "code",
      id: `cell-${i}`,
      metadata: i === 0 ? { tags: ["parameters"] } : {},
      source,
      execution_count: null,
      outputs: [],
    }));
    const metadata = { kernelspec: { name: kernel, display_name: kernel, language: "typescript" } };
    writeFileSync(join(home, file), JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells }));
  });

  test("jupyter console: values, a magic, an error, and its end", async () => {
    const command = jupyterProgram("jupyter-console");
    const child = spawn(command, ["--kernel", kernel, "--simple-prompt"], { cwd: home, env });
    let shown = "";
    const shows = async (text: RegExp): Promise<void> => {
      while (!text.test(shown)) {
        if (child.exitCode !== null) throw new Error(`jupyter console ended:\n${shown}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part: Buffer) => (shown += part.toString()));
    try {
      await shows(/In \[1\]: /);
      child.stdin.write("const kept = 20;\nkept + 1\n");
      await shows(/: 21\n/);
      child.stdin.write("%svc_tables sample_datasets.stocks\n");
      await shows(/sample_datasets +stocks +560/);
      child.stdin.write('throw new RangeError("on purpose")\n');
      await shows(/RangeError: on purpose/);
      child.stdin.write("kept + 2\n");
      await shows(/: 22\n/);
      const ended = once(child, "exit");
      child.stdin.end();
      expect(await ended).toEqual([0, null]);
    } finally {
      child.kill("SIGKILL");
    }
  });

  test("papermill runs a notebook with a parameter", async () => {
    const given = ["--language", ".net-csharp", "-p", "symbol", "AAPL"];
    await run("papermill", file, `papermill-${file}`, "--no-progress-bar", ...given);
    const outputs = outputsOf(`papermill-${file}`);
    expect(outputs).toContain("high 223.02");
    expect(outputs).toContain("image/png");
  });

  test("jupytext writes a notebook as a script, and runs what it reads back", async () => {
    await run("jupytext", "--to", "ts:percent", file, "-o", `${kernel}.ts`);
    expect(readFileSync(join(home, `${kernel}.ts`), "utf8")).toContain(
      "// %%svc_presto sample_datasets -o highs\n",
    );
    await run("jupytext", "--to", "ipynb", "--execute", `${kernel}.ts`, "-o", `jupytext-${file}`);
    expect(outputsOf(`jupytext-${file}`)).toContain("high 130.32");
    const { cells } = JSON.parse(readFileSync(join(home, `jupytext-${file}`), "utf8")) as Notebook;
    expect(cells.map(({ source }) => joinedText(source))).toEqual(SOURCES);
  });

  test("voila serves a page with the results", async () => {
    const port = await freePort();
    const options = [`--port=${port}`, "--Voila.ip=127.0.0.1", "--no-browser"];
    const server = spawn(jupyterProgram("voila"), [file, ...options], { cwd: home, env, stdio: "ignore" });
    try {
      let page = "";
      while (page === "") {
        if (server.exitCode !== null) throw new Error(`voila ended with exit code ${server.exitCode}`);
        page = await fetch(`http://127.0.0.1:${port}/`).then(
          (reply) => reply.text(),
          () => new Promise<string>((resolve) => setTimeout(() => resolve(""), 200)),
        );
      }
      expect(page).toContain("high 130.32");
      // Voila's script shows tables and charts from the outputs in the page.
      expect(page).toContain('"text/html": "\\u003ctable class=');
      expect(page).toContain("image/png");
    } finally {
      server.kill("SIGTERM");
      if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
    }
  });

  (hasLatex ? test : test.skip)("nbconvert writes a PDF through LaTeX", async () => {
    await run("jupyter-nbconvert", "--to", "notebook", "--execute", file, "--output", `latex-${file}`);
    await run("jupyter-nbconvert", "--to", "pdf", `latex-${file}`);
    const pdf = readFileSync(join(home, `latex-${kernel}.pdf`));
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    // The chart is there as a picture.
    expect(pdf.toString("latin1")).toMatch(/\/Subtype ?\/Image/);
  });

  test("nbconvert writes a script, and a page that Chromium prints as PDF", async () => {
    await run("jupyter-nbconvert", "--to", "notebook", "--execute", file, "--output", `run-${file}`);
    await run("jupyter-nbconvert", "--to", "script", `run-${file}`);
    const script = readFileSync(join(home, `run-${kernel}.ts`), "utf8");
    for (const source of SOURCES) expect(script).toContain(source);
    await run("jupyter-nbconvert", "--to", "html", `run-${file}`);
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`file://${join(home, `run-${kernel}.html`)}`, { waitUntil: "load" });
      await page.emulateMedia({ media: "print" });
      expect(await page.locator("body").innerText()).toContain("high 130.32");
      const widths = await page
        .locator("img")
        .evaluateAll((pictures) =>
          pictures.map((one) => (one as unknown as { naturalWidth: number }).naturalWidth),
        );
      expect(widths.filter((width) => width > 100).length).toBeGreaterThanOrEqual(1);
      const pdf = await page.pdf();
      expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
      expect(pdf.toString("latin1")).toMatch(/\/Subtype ?\/Image/);
    } finally {
      await browser.close();
    }
  });
});

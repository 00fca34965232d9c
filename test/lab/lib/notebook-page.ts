import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";

const pictures = new URL("../../../reports/lab/", import.meta.url).pathname;

/** Runs in the page. Keywords and built-in functions have the same colour in the light theme. */
const READ_TOKENS = `(() => {
  const kinds = "keyword atom number def variable builtin property operator comment string meta attribute".split(" ");
  const probe = document.body.appendChild(document.createElement("i"));
  const colours = new Map();
  for (const kind of kinds.reverse()) {
    probe.style.color = "var(--jp-mirror-editor-" + kind + "-color)";
    colours.set(getComputedStyle(probe).color, kind);
  }
  probe.remove();
  return [...document.querySelectorAll(".jp-Cell.jp-mod-active .cm-line span")].flatMap((span) => {
    const { color, fontWeight } = getComputedStyle(span);
    const named = colours.get(color);
    const kind = named === "keyword" && Number(fontWeight) < 600 ? "builtin" : named;
    return kind === undefined || span.childElementCount > 0 ? [] : [span.textContent + " " + kind];
  });
})()`;

/** Headless Chromium that reaches loopback addresses only. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: executable(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

function executable(): string {
  const name = process.env["CHROMIUM"] ?? "chromium";
  return name.includes("/") ? name : `/usr/bin/${name}`;
}

/** User actions in a notebook. */
export class NotebookPage {
  readonly page: Page;
  /** Errors that the page logged to the console or threw. */
  readonly faults: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on("pageerror", (error) => this.faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") this.faults.push(message.text());
    });
  }

  /** Opens a notebook and waits for its kernel to be idle. */
  static async open(browser: Browser, url: string, kernel: "svc-tslab" | "svc-deno"): Promise<NotebookPage> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    const notebook = new NotebookPage(page);
    await page.goto(url);
    await page.locator(".jp-Notebook").waitFor();
    const dialog = page.locator(".jp-Dialog");
    // A notebook whose kernel is unknown to Jupyter opens a dialog.
    if (await dialog.isVisible())
      await dialog
        .getByRole("button", { name: /select|no kernel|dismiss/i })
        .first()
        .click();
    await notebook.useKernel(kernel);
    return notebook;
  }

  async useKernel(name: string): Promise<void> {
    await this.page.evaluate(async (kernel) => {
      const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApp };
      await jupyterapp.shell.currentWidget.sessionContext.ready;
      await jupyterapp.shell.currentWidget.sessionContext.changeKernel({ name: kernel });
    }, name);
    await this.idle();
  }

  /** Runs a command of JupyterLab, as its menus do. */
  async command(id: string): Promise<void> {
    await this.page.evaluate(
      (command) => (globalThis as unknown as { jupyterapp: LabApp }).jupyterapp.commands.execute(command),
      id,
    );
  }

  async theme(name: string): Promise<void> {
    await this.page.evaluate(
      (theme) =>
        (globalThis as unknown as { jupyterapp: LabApp }).jupyterapp.commands.execute(
          "apputils:change-theme",
          { theme },
        ),
      name,
    );
  }

  async idle(timeout = 120_000): Promise<void> {
    await this.page.waitForFunction(
      () => {
        const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApp };
        return jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === "idle";
      },
      undefined,
      { timeout },
    );
  }

  /** Code cell number `index`, from 0, scrolled into view so that JupyterLab renders it. */
  async cell(index: number): Promise<Locator> {
    const cell = this.page.locator(".jp-CodeCell").nth(index);
    await cell.scrollIntoViewIfNeeded();
    return cell;
  }

  /** Runs every cell and waits for the end. */
  async runAll(): Promise<void> {
    await this.command("notebook:run-all-cells");
    await this.idle();
  }

  /** Types a new cell at the end and leaves the cursor at its end. */
  async typeCell(text: string): Promise<void> {
    await this.page.evaluate(() => {
      const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApp };
      const { content } = jupyterapp.shell.currentWidget;
      content.activeCellIndex = content.widgets.length - 1;
    });
    await this.command("notebook:insert-cell-below");
    await this.command("notebook:enter-edit-mode");
    await this.page.locator(".jp-Cell.jp-mod-active .cm-content").click();
    await this.page.keyboard.insertText(text);
  }

  /** Types a cell and starts it. */
  async startCell(text: string): Promise<void> {
    await this.typeCell(text);
    await this.page.keyboard.press("Escape");
    void this.command("notebook:run-cell");
    await this.page.waitForTimeout(200);
  }

  /** Types a cell, runs it to its end, and returns its outputs. */
  async runCell(text: string): Promise<CellOutput[]> {
    await this.typeCell(text);
    await this.command("notebook:run-cell");
    await this.idle();
    const index = await this.page.evaluate(() => {
      const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApp };
      return jupyterapp.shell.currentWidget.content.activeCellIndex;
    });
    return (await this.outputs()).filter((output) => output.cell === index);
  }

  async moveCursorBack(characters: number): Promise<void> {
    for (let i = 0; i < characters; i++) await this.page.keyboard.press("ArrowLeft");
  }

  /** Waits until the active cell contains the text. */
  async expectActiveCell(text: string): Promise<void> {
    await this.page.waitForFunction(
      (wanted) => {
        const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApp };
        const { content } = jupyterapp.shell.currentWidget;
        return content.widgets[content.activeCellIndex]?.model.sharedModel.getSource() === wanted;
      },
      text,
      { timeout: 15_000 },
    );
  }

  /** Presses Tab, and Enter on the first completion. */
  async acceptCompletion(): Promise<void> {
    await this.page.keyboard.press("Tab");
    await this.completions();
    await this.page.keyboard.press("Enter");
  }

  /** Items of the open completer. */
  async completions(): Promise<string[]> {
    await this.page.locator(".jp-Completer:not(.lm-mod-hidden) .jp-Completer-match").first().waitFor();
    return this.page.locator(".jp-Completer .jp-Completer-match").allInnerTexts();
  }

  /** Highlighted texts of the active cell, each with the theme's name of its colour. */
  async tokens(): Promise<string[]> {
    return this.page.evaluate<string[]>(READ_TOKENS);
  }

  /** The text of the active cell. */
  async source(): Promise<string> {
    return this.page.evaluate(() => {
      const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApp };
      const { content } = jupyterapp.shell.currentWidget;
      return content.widgets[content.activeCellIndex]?.model.sharedModel.getSource() ?? "";
    });
  }

  async restart(): Promise<void> {
    await this.page.evaluate(async () => {
      const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApp };
      await jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.restart();
    });
    // JupyterLab reports the state of a restarted kernel as "unknown" until its first cell.
    await this.page.waitForFunction(() => {
      const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApp };
      return jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.connectionStatus === "connected";
    });
  }

  /** Every output of the notebook's code cells, in order. */
  async outputs(): Promise<CellOutput[]> {
    return this.page.evaluate(() => {
      const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApp };
      return jupyterapp.shell.currentWidget.content.widgets.flatMap(({ model }, cell) =>
        (model.toJSON().outputs ?? []).map((output) => {
          const data = output.data ?? {};
          const join = (text: unknown): string =>
            Array.isArray(text) ? text.join("") : typeof text === "string" ? text : "";
          const text = output.traceback
            ? output.traceback.join("\n")
            : join(output.text ?? data["text/plain"]);
          return { cell, type: output.output_type, data: Object.keys(data), text };
        }),
      );
    });
  }

  /** Scrolls to the active cell's last output. */
  async showOutputs(): Promise<void> {
    await this.page.locator(".jp-Cell.jp-mod-active .jp-OutputArea-output").last().scrollIntoViewIfNeeded();
  }

  async picture(name: string): Promise<string> {
    mkdirSync(pictures, { recursive: true });
    const path = join(pictures, `${name}.png`);
    await this.page.screenshot({ path });
    return path;
  }
}

/** An output as stored in the notebook. */
export interface CellOutput {
  readonly cell: number;
  readonly type: string;
  /** MIME types. */
  readonly data: string[];
  readonly text: string;
}

interface SavedOutput {
  readonly output_type: string;
  readonly data?: Record<string, unknown>;
  readonly text?: unknown;
  readonly traceback?: string[];
}

/** The part of JupyterLab's application object that the tests use. */
interface LabApp {
  readonly commands: { execute(id: string, args?: object): Promise<unknown> };
  readonly shell: {
    readonly currentWidget: {
      readonly content: {
        activeCellIndex: number;
        readonly widgets: readonly {
          readonly model: {
            readonly sharedModel: { getSource(): string };
            toJSON(): { outputs?: SavedOutput[] };
          };
        }[];
      };
      readonly sessionContext: {
        readonly ready: Promise<void>;
        readonly session?: {
          readonly kernel?: {
            readonly status: string;
            readonly connectionStatus: string;
            restart(): Promise<void>;
          };
        };
        changeKernel(options: { name: string }): Promise<unknown>;
      };
    };
  };
}

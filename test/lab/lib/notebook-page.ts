import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";

const pictures = new URL("../../../reports/lab/", import.meta.url).pathname;

/** Headless Chromium, kept from calling anyone but loopback. */
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

/** What the tests do in a notebook, as a person does it. */
export class NotebookPage {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Opens a notebook and waits for its kernel to be idle. */
  static async open(browser: Browser, url: string, kernel: "svc-tslab" | "svc-deno"): Promise<NotebookPage> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    await page.goto(url);
    const notebook = new NotebookPage(page);
    await page.locator(".jp-Notebook").waitFor();
    const dialog = page.locator(".jp-Dialog");
    // A notebook whose kernel Jupyter does not know asks for one.
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

  /** Code cell number `index`, from 0, scrolled into view so that Lab has rendered it. */
  async cell(index: number): Promise<Locator> {
    const cell = this.page.locator(".jp-CodeCell").nth(index);
    await cell.scrollIntoViewIfNeeded();
    return cell;
  }

  /** Types a new cell at the end and leaves the cursor in it. */
  async typeCell(text: string): Promise<Locator> {
    await this.command("notebook:move-cursor-down");
    await this.page.locator(".jp-Notebook").click({ position: { x: 5, y: 5 } });
    await this.command("notebook:select-last-cell").catch(() => undefined);
    await this.command("notebook:insert-cell-below");
    await this.command("notebook:enter-edit-mode");
    await this.page.keyboard.insertText(text);
    return this.page.locator(".jp-Notebook .jp-mod-active");
  }

  async picture(name: string): Promise<string> {
    mkdirSync(pictures, { recursive: true });
    const path = join(pictures, `${name}.png`);
    await this.page.screenshot({ path });
    return path;
  }
}

interface LabApp {
  readonly commands: { execute(id: string): Promise<unknown> };
  readonly shell: {
    readonly currentWidget: {
      readonly sessionContext: {
        readonly ready: Promise<void>;
        readonly session?: { readonly kernel?: { readonly status: string } };
        changeKernel(options: { name: string }): Promise<unknown>;
      };
    };
  };
}

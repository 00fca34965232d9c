import { randomUUID } from "node:crypto";
import { interrupt_all } from "../../core/work/interrupt.ts";
import { installDisplay } from "../../magics/display/install-display.ts";
import { mimeBundle } from "../../magics/display/mime-bundle.ts";
import type { MimeBundle, NotebookHost } from "../../magics/notebook-host.ts";
import { setHost } from "../../magics/notebook-host.ts";
import { scope } from "../../magics/session.ts";
import { setWorkWatcher } from "../../core/work/watched-work.ts";
import type { WorkNews } from "../child-work.ts";
import type { NotebookScope } from "./kernel-adapter.ts";

/** What the boot modules use of this library, inside the real kernel's process. */
export interface ChildLibrary {
  /** @returns how many operations were stopped. */
  interruptAll(): number;
  scope(names: readonly string[]): NotebookScope;
  /** How a table of any copy of Arquero is shown; null for anything else. */
  bundle(value: unknown): MimeBundle | null;
}

/**
 * Prepares the library in the real kernel: magics find the notebook through `host`, tables know how they are shown, the proxy hears of
 * what is waited for on services.
 */
export function openLibrary(host: NotebookHost, onWork: (news: WorkNews) => void): ChildLibrary {
  setHost(host);
  setWorkWatcher({
    lease: randomUUID(),
    began: (began) => onWork({ began }),
    over: (over) => onWork({ over }),
  });
  installDisplay();
  return { interruptAll: interrupt_all, scope, bundle: mimeBundle };
}

import type { MimeBundle, NotebookHost } from "../../magics/notebook-host.ts";
import type { NotebookScope } from "./kernel-adapter.ts";

/** What the boot modules use of this library, inside the real kernel's process. */
export interface ChildLibrary {
  /** @returns how many operations were stopped. */
  interruptAll(): number;
  scope(names: readonly string[]): NotebookScope;
  /** How a table of any copy of Arquero is shown; null for anything else. */
  bundle(value: unknown): MimeBundle | null;
}

/** Loads the library into the real kernel: magics find the notebook through `host`, tables know how they are shown. */
export async function loadChildLibrary(host: NotebookHost): Promise<ChildLibrary> {
  const [{ interrupt_all }, { setHost }, { installDisplay }, { mimeBundle }, { scope }] = await Promise.all([
    import("../../core/interrupt.ts"),
    import("../../magics/notebook-host.ts"),
    import("../../magics/display/install-display.ts"),
    import("../../magics/display/mime-bundle.ts"),
    import("../../magics/session.ts"),
    import("../../core/pandas-td.ts"),
  ]);
  setHost(host);
  installDisplay();
  return { interruptAll: interrupt_all, scope, bundle: mimeBundle };
}

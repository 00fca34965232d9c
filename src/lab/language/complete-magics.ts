import type { CompletionProvider } from "@jupyterlab/completer";
import type { INotebookTracker, NotebookPanel } from "@jupyterlab/notebook";
import { KernelComm } from "../comm/kernel-comm.ts";
import { svcKernel } from "../kernels.ts";

interface MagicCompletions {
  readonly start: number;
  readonly end: number;
  readonly items: readonly { readonly text: string; readonly type: string; readonly signature: string }[];
}

/**
 * Completes magics and their SQL with a line of help for each, beside running cells: columns of the query's tables first, keywords last, as the
 * kernel orders them. Ordinary code is left to the kernel's own completion.
 */
export function magicCompletions(notebooks: INotebookTracker): CompletionProvider {
  const kernelOf = (widget: unknown) => {
    let found = null;
    notebooks.forEach((panel: NotebookPanel) => {
      if (panel === widget) found = svcKernel(panel);
    });
    return found as ReturnType<typeof svcKernel>;
  };
  return {
    identifier: "svclib:completions",
    // Before the kernel's own provider, whose items of the same text are left out then.
    rank: 600,
    renderer: null,
    isApplicable: ({ widget }) => Promise.resolve(kernelOf(widget) !== null),
    async fetch({ text, offset }, { widget }) {
      const none = { start: offset, end: offset, items: [] };
      const kernel = kernelOf(widget);
      if (kernel === null || !text.includes("%")) return none;
      const found = await KernelComm.of(kernel).ask<MagicCompletions | null>("complete", {
        code: text,
        offset,
      });
      if (found === null) return none;
      const { start, end, items } = found;
      return {
        start,
        end,
        items: items.map(({ text: label, type, signature }, at) => ({
          label,
          insertText: label,
          type,
          sortText: String(at).padStart(6, "0"),
          ...(signature === "" ? {} : { documentation: signature }),
        })),
      };
    },
  };
}

import type {
  CompletionContext,
  CompletionProvider,
  ICompletionProviderManager,
} from "@jupyterlab/completer";
import type { IKernelConnection } from "@jupyterlab/services";
import type { INotebookTracker } from "@jupyterlab/notebook";
import { KernelComm } from "../comm/kernel-comm.ts";
import { svcKernel } from "../svc-kernel.ts";
import { OrderedModel } from "./ordered-model.ts";

interface MagicItem {
  readonly text: string;
  readonly type: string;
  /** A column's type, a function's arguments and result, or a magic's usage. */
  readonly signature: string;
}

interface MagicMenu {
  readonly start: number;
  readonly end: number;
  readonly items: readonly MagicItem[];
}

const ID = "svclib:completions";
/** JupyterLab takes the menu's model from the provider of the highest rank; the debugger's has 1000. */
const RANK = 1100;

/**
 * Completes magics and their SQL, with a line of help each, beside running cells, in the kernel's order: columns of the query's tables
 * first, keywords last. Other code is left to the kernel's own completion, and menus of other kernels to the next provider.
 */
export function magicCompletions(
  notebooks: INotebookTracker,
  manager: ICompletionProviderManager,
): CompletionProvider {
  const kernelOf = ({ widget }: CompletionContext): IKernelConnection | null => {
    let kernel: IKernelConnection | null = null;
    notebooks.forEach((panel) => {
      if (panel === widget) kernel = svcKernel(panel);
    });
    return kernel;
  };
  const nextProvider = (): CompletionProvider | undefined =>
    [...manager.getProviders().values()]
      .filter(({ identifier }) => identifier !== ID)
      .sort((a, b) => b.rank - a.rank)[0];
  return {
    identifier: ID,
    rank: RANK,
    get renderer() {
      return nextProvider()?.renderer ?? null;
    },
    modelFactory: async (context) =>
      (kernelOf(context) === null ? await nextProvider()?.modelFactory?.(context) : undefined) ??
      new OrderedModel(),
    isApplicable: (context) => Promise.resolve(kernelOf(context) !== null),
    async fetch({ text, offset }, context) {
      const none = { start: offset, end: offset, items: [] };
      const kernel = kernelOf(context);
      if (kernel === null || !text.includes("%")) return none;
      const menu = await KernelComm.of(kernel).ask<MagicMenu | null>("complete", { code: text, offset });
      if (menu === null) return none;
      const { start, end, items } = menu;
      return {
        start,
        end,
        items: items.map((item, at) => ({
          label: labelOf(item),
          insertText: item.text,
          type: typeOf(item),
          sortText: String(at).padStart(6, "0"),
          ...(item.signature === "" ? {} : { documentation: item.signature }),
        })),
      };
    },
  };
}

/** Functions are shown with their arguments. */
function labelOf({ text, signature }: MagicItem): string {
  const [head] = signature.split(" → ");
  return head?.startsWith(`${text}(`) === true ? head : text;
}

/** The kernel uses the kinds for which other frontends have icons. */
const TYPES: Readonly<Record<string, string>> = { class: "table", module: "database", property: "option" };
const MAX_TYPE_LENGTH = 24;

/** Right-hand text of an item: a column's type, otherwise its kind. */
function typeOf({ text, type, signature }: MagicItem): string {
  if (type === "function" && text.startsWith("%")) return "magic";
  const detail = type === "field" ? (signature.split(" · ")[0] ?? type) : (TYPES[type] ?? type);
  return detail.length > MAX_TYPE_LENGTH ? `${detail.slice(0, MAX_TYPE_LENGTH)}…` : detail;
}

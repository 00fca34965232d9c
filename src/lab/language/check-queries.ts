import { linter, type Diagnostic } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";
import { StateEffect, type Extension } from "@codemirror/state";
import type { Cell, NotebookPanel } from "@jupyterlab/notebook";
import { KernelComm } from "../comm/kernel-comm.ts";
import { svcKernel } from "../svc-kernel.ts";
import { sqlCell } from "./format-sql.ts";

/** A fault in a query, as the kernel's `checkCell` reports it. */
interface ReportedFault {
  readonly from: number;
  readonly to: number;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly meant: string | null;
}

const DELAY_MS = 400;
/** How long the kernel has, after a cell, to list the tables again. */
const AGAIN_MS = 1000;
/** Asks the kernel again about an unchanged cell. */
const askAgain = StateEffect.define<null>();

/** Underlines faults in a notebook's queries while they are typed. */
export function checkQueries(panel: NotebookPanel): void {
  const watched = new WeakSet<object>();
  const addAll = (): void => {
    for (const cell of panel.content.widgets) {
      if (cell.model.type !== "code" || watched.has(cell)) continue;
      watched.add(cell);
      // A cell outside of the viewport has no editor yet.
      add(panel, cell);
      cell.inViewportChanged.connect(() => add(panel, cell));
      void cell.ready.then(
        () => add(panel, cell),
        () => undefined,
      );
    }
  };
  panel.content.modelContentChanged.connect(addAll);
  addAll();
  // A cell may have started the service, or made a table.
  let timer: ReturnType<typeof setTimeout> | undefined;
  panel.sessionContext.iopubMessage.connect((_, { header, parent_header, content }) => {
    if (header.msg_type !== "status" || content["execution_state"] !== "idle") return;
    if (parent_header.msg_type !== "execute_request") return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const { editor } of panel.content.widgets) editor?.editor.dispatch({ effects: askAgain.of(null) });
    }, AGAIN_MS);
  }, panel);
}

const checked = new WeakSet<object>();

function add(panel: NotebookPanel, cell: Cell): void {
  const { editor } = cell;
  if (editor === null || checked.has(editor)) return;
  checked.add(editor);
  // Deferred: the editor may be in the middle of an update.
  setTimeout(() => {
    if (!cell.isDisposed) editor.injectExtension(checker(panel));
  });
}

function checker(panel: NotebookPanel): Extension {
  let checkedCode = "";
  let faults: readonly ReportedFault[] = [];
  // A word is underlined only after the cursor has left it.
  const isTyped = ({ hasFocus, state }: EditorView, { from, to }: ReportedFault): boolean => {
    const { head } = state.selection.main;
    return hasFocus && from < head && head <= Math.max(to, from + 1);
  };
  return linter(
    async (view): Promise<Diagnostic[]> => {
      const code = view.state.doc.toString();
      const kernel = svcKernel(panel);
      if (kernel === null || sqlCell(code) === null) return [];
      if (code !== checkedCode || faults.length === 0) {
        // Without a check by the kernel, nothing is underlined.
        faults = await KernelComm.of(kernel)
          .ask<ReportedFault[]>("check", { code })
          .catch(() => []);
        checkedCode = code;
      }
      const { length } = view.state.doc;
      const visible = faults.filter((fault) => !isTyped(view, fault));
      return visible.map(({ from, to, severity, message, meant }) => ({
        from: Math.min(from, length),
        to: Math.min(to, length),
        severity,
        message:
          meant === null || /did you mean/i.test(message) ? message : `${message}; did you mean ${meant}?`,
        source: "svclib",
        actions:
          meant === null
            ? []
            : [
                {
                  name: meant,
                  apply: (editor, start, end) =>
                    editor.dispatch({ changes: { from: start, to: end, insert: meant } }),
                },
              ],
      }));
    },
    {
      delay: DELAY_MS,
      needsRefresh: ({ docChanged, selectionSet, focusChanged, transactions }) => {
        if (transactions.some(({ effects }) => effects.some((effect) => effect.is(askAgain)))) {
          checkedCode = "";
          return true;
        }
        return !docChanged && faults.length > 0 && (selectionSet || focusChanged);
      },
    },
  );
}

// The parts of JupyterLab 4 that the extension uses. JupyterLab brings the modules themselves; its packages' own types
// would bring some hundred packages into every installation of this repository.

declare module "@lumino/signaling" {
  export interface ISignal<T, U> {
    /** Ends with its receiver, where that is a widget. */
    connect(slot: (sender: T, args: U) => void, receiver?: unknown): boolean;
  }
  export class Signal<T, U> implements ISignal<T, U> {
    constructor(sender: T);
    connect(slot: (sender: T, args: U) => void, receiver?: unknown): boolean;
    emit(args: U): void;
  }
}

declare module "@lumino/widgets" {
  import type { ISignal } from "@lumino/signaling";
  export interface Title {
    label: string;
    caption: string;
  }
  export class Widget {
    constructor(options?: { node?: HTMLElement });
    id: string;
    readonly node: HTMLElement;
    readonly title: Title;
    readonly isDisposed: boolean;
    readonly isVisible: boolean;
    readonly disposed: ISignal<this, void>;
    addClass(name: string): void;
    protected onAfterShow(message: unknown): void;
  }
}

declare module "@lumino/coreutils" {
  export class Token<T> {
    readonly name: string;
    /** Holds the type. */
    readonly _tokenStructuralPropertyT: T;
  }
}

declare module "@jupyterlab/services" {
  import type { ISignal } from "@lumino/signaling";
  export interface CommMessage {
    readonly content: { readonly comm_id: string; readonly data: unknown };
  }
  export interface IComm {
    readonly isDisposed: boolean;
    onMsg: (message: CommMessage) => void;
    onClose: (message: CommMessage) => void;
    open(data?: unknown): unknown;
    send(data: unknown): unknown;
  }
  export interface IKernelConnection {
    readonly name: string;
    readonly status: string;
    readonly isDisposed: boolean;
    readonly connectionStatus: string;
    readonly statusChanged: ISignal<IKernelConnection, string>;
    readonly connectionStatusChanged: ISignal<IKernelConnection, string>;
    readonly disposed: ISignal<IKernelConnection, void>;
    createComm(target: string): IComm;
    handleComms: boolean;
  }
}

declare module "@jupyterlab/application" {
  import type { Token } from "@lumino/coreutils";
  import type { Widget } from "@lumino/widgets";
  export interface CommandOptions {
    label: string | (() => string);
    caption?: string;
    execute: (args: Record<string, unknown>) => unknown;
    isEnabled?: () => boolean;
    isVisible?: () => boolean;
  }
  export interface JupyterFrontEnd {
    readonly commands: {
      addCommand(id: string, options: CommandOptions): unknown;
      addKeyBinding(options: { command: string; keys: string[]; selector: string }): unknown;
    };
    readonly contextMenu: { addItem(options: { command: string; selector: string; rank?: number }): unknown };
    readonly shell: {
      add(widget: Widget, area: string, options?: { rank?: number }): void;
    };
  }
  export interface JupyterFrontEndPlugin<T> {
    id: string;
    description?: string;
    autoStart: boolean;
    requires?: Token<unknown>[];
    activate: (app: JupyterFrontEnd, ...services: never[]) => T;
  }
}

declare module "@jupyterlab/apputils" {
  export const Notification: { error(message: string, options: { readonly autoClose: number }): string };
}

declare module "@jupyterlab/codemirror" {
  import type { Token } from "@lumino/coreutils";
  import type { Extension } from "@codemirror/state";
  import type { LanguageSupport } from "@codemirror/language";
  import type { EditorView } from "@codemirror/view";
  export interface IEditorLanguageRegistry {
    addLanguage(language: {
      name: string;
      displayName?: string;
      mime: string | readonly string[];
      support: LanguageSupport;
    }): void;
  }
  export const IEditorLanguageRegistry: Token<IEditorLanguageRegistry>;
  export interface CodeMirrorEditor {
    readonly editor: EditorView;
    injectExtension(extension: Extension): void;
  }
}

declare module "@jupyterlab/notebook" {
  import type { Token } from "@lumino/coreutils";
  import type { ISignal } from "@lumino/signaling";
  import type { Widget } from "@lumino/widgets";
  import type { IKernelConnection } from "@jupyterlab/services";
  import type { CodeMirrorEditor } from "@jupyterlab/codemirror";
  export interface CellModel {
    readonly type: string;
    mimeType: string;
    readonly mimeTypeChanged: ISignal<CellModel, unknown>;
    readonly sharedModel: {
      readonly undoManager: { stopCapturing(): void } | null;
      getSource(): string;
      setSource(text: string): void;
    };
    /** Of a code cell. */
    readonly outputs?: {
      readonly length: number;
      get(at: number): { toJSON(): { readonly data?: Readonly<Record<string, unknown>> } };
      set(at: number, output: object): void;
    };
  }
  export interface Cell extends Widget {
    readonly model: CellModel;
    readonly editor: CodeMirrorEditor | null;
    readonly ready: Promise<void>;
    readonly inViewportChanged: ISignal<Cell, boolean>;
  }
  export interface Notebook extends Widget {
    readonly widgets: readonly Cell[];
    readonly activeCell: Cell | null;
    readonly codeMimetype: string;
    readonly modelContentChanged: ISignal<Notebook, void>;
  }
  export interface NotebookPanel extends Widget {
    readonly content: Notebook;
    readonly sessionContext: {
      readonly session: { readonly kernel: IKernelConnection | null } | null;
      readonly ready: Promise<void>;
      readonly iopubMessage: ISignal<
        unknown,
        {
          readonly header: { readonly msg_type: string };
          readonly parent_header: { readonly msg_type?: string };
          readonly content: Readonly<Record<string, unknown>>;
        }
      >;
      readonly kernelChanged: ISignal<unknown, { readonly newValue: IKernelConnection | null }>;
    };
  }
  export interface INotebookTracker {
    readonly currentWidget: NotebookPanel | null;
    readonly activeCell: Cell | null;
    readonly widgetAdded: ISignal<INotebookTracker, NotebookPanel>;
    readonly currentChanged: ISignal<INotebookTracker, NotebookPanel | null>;
    forEach(act: (panel: NotebookPanel) => void): void;
  }
  export const INotebookTracker: Token<INotebookTracker>;
  export const NotebookActions: {
    insertBelow(notebook: Notebook): void;
    run(notebook: Notebook, session: NotebookPanel["sessionContext"]): Promise<boolean>;
  };
}

declare module "@jupyterlab/completer" {
  import type { Token } from "@lumino/coreutils";
  export interface CompletionItem {
    label: string;
    insertText?: string;
    type?: string;
    documentation?: string;
    sortText?: string;
  }
  export interface CompletionContext {
    readonly widget: unknown;
  }
  export class CompleterModel {
    /** What was typed since the items were fetched. */
    readonly query: string;
    completionItems(): CompletionItem[];
  }
  export interface CompletionProvider {
    readonly identifier: string;
    readonly rank: number;
    readonly renderer: unknown;
    modelFactory?(context: CompletionContext): Promise<CompleterModel>;
    isApplicable(context: CompletionContext): Promise<boolean>;
    fetch(
      request: { readonly offset: number; readonly text: string },
      context: CompletionContext,
    ): Promise<{ start: number; end: number; items: CompletionItem[] }>;
  }
  export interface ICompletionProviderManager {
    registerProvider(provider: CompletionProvider): void;
    getProviders(): ReadonlyMap<string, CompletionProvider>;
  }
  export const ICompletionProviderManager: Token<ICompletionProviderManager>;
}

declare module "*.css" {
  const text: string;
  export default text;
}

// This folder: completion and tooltips that the proxy answers itself, also while a cell runs.

import { setTimeout as sleep } from "node:timers/promises";
import type { CompletionScope, KnownCatalogue, NotebookTables } from "../../magics/known-catalogue.ts";
import type { CellPlan } from "../../magics/cell/cell-plan.ts";
import type { Completion } from "../../magics/complete/completion.ts";
import type { CatalogueCache } from "./catalogue-cache.ts";
import type * as CellMagics from "../cells/cell-magics.ts";
import { textField, type Content } from "../wire/message.ts";
import type { ValueDescription } from "../kernels/kernel-adapter.ts";
import type { OffsetUnit } from "../wire/code-points.ts";

export interface MagicAnswerParts {
  readonly magics: typeof CellMagics;
  readonly catalogue: KnownCatalogue & Pick<CatalogueCache, "settled">;
  readonly scope: CompletionScope;
  readonly clientUnit: OffsetUnit;
  /** Columns of the table in a variable; empty if the kernel completes them itself. */
  readonly columnsOf: (table: string, fields: readonly string[]) => Promise<readonly string[]>;
  /** Columns of the variables among these names that hold tables; undefined while a cell runs. */
  readonly tablesOf: (names: readonly string[]) => Promise<NotebookTables | undefined>;
  /** The value of a name; null if there is none, or if the kernel explains names itself. */
  readonly describe: (path: readonly string[]) => Promise<ValueDescription | null>;
}

/** Maximum wait for catalogue entries that were never fetched, in the first second of a notebook. */
const WAIT_MS = 400;

/**
 * Answers completion, inspection and is-complete requests inside magics, and those about values of the notebook. Inside magics it never
 * waits for the kernel, and at most 0.4 s for the service, only when an entry of the catalogue was never fetched.
 */
export class MagicAnswers {
  readonly #parts: MagicAnswerParts;

  constructor(parts: MagicAnswerParts) {
    this.#parts = parts;
  }

  /** Content of the reply; null if the cursor is in ordinary code. */
  async answer(type: string, content: Content): Promise<Content | null> {
    const scope = await this.scopeOf(textField(content, "code"));
    const answer = await this.#parts.catalogue.settled(WAIT_MS, () => this.#answerNow(type, content, scope));
    if (answer !== null) return answer;
    if (type === "complete_request") return await this.#completeColumn(content);
    return type === "inspect_request" ? await this.#explainName(content) : null;
  }

  /** Completions with help texts; null in ordinary code. @param offset - In UTF-16 units. */
  async completions(code: string, offset: number): Promise<Completion | null> {
    const { magics, catalogue } = this.#parts;
    const scope = await this.scopeOf(code);
    return catalogue.settled(WAIT_MS, () =>
      code.includes("%") ? magics.completeMagic(magics.planCell(code), offset, catalogue, scope) : null,
    );
  }

  /** What a cell can refer to: with the columns of the notebook's tables that it names, if it is SQL over them. */
  async scopeOf(code: string): Promise<CompletionScope> {
    const { scope, tablesOf } = this.#parts;
    const { database, variables = [] } = scope;
    if (!/^\s*%%svc_(?:local|[^\n]*--local)/.test(code)) return scope;
    const words = new Set(code.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu));
    const names = variables.filter((name) => words.has(name));
    if (names.length === 0) return { database, variables, tables: {} };
    const late = sleep(WAIT_MS, undefined, { ref: false });
    return { database, variables, tables: await Promise.race([tablesOf(names), late]) };
  }

  #answerNow(type: string, content: Content, scope: CompletionScope): Content | null {
    const code = textField(content, "code");
    // A cheap check that every magic passes.
    if (!code.includes("%")) return null;
    const plan = this.#parts.magics.planCell(code);
    const cursor = this.#parts.clientUnit.toUtf16(code, Number(content["cursor_pos"] ?? 0));
    if (type === "complete_request") return this.#complete(plan, cursor, scope);
    if (type === "inspect_request") return this.#inspect(plan, cursor, scope);
    return this.#isComplete(plan);
  }

  /** The cell with magics blanked out for the real kernel, at the same length. */
  blanked(code: string): string {
    return code.includes("%") ? this.#parts.magics.planCell(code).typescript : code;
  }

  #complete(plan: CellPlan, cursor: number, scope: CompletionScope): Content | null {
    const { magics, catalogue, clientUnit } = this.#parts;
    const completion = magics.completeMagic(plan, cursor, catalogue, scope);
    if (!completion) return null;
    const { items } = completion;
    const [start, end] = [completion.start, completion.end].map((at) => clientUnit.fromUtf16(plan.code, at));
    return {
      status: "ok",
      matches: items.map(({ text }) => text),
      cursor_start: start,
      cursor_end: end,
      metadata: { _jupyter_types_experimental: items.map((item) => ({ ...item, start, end })) },
    };
  }

  /** Columns of a table that a cell created; null if none is named, or if the kernel completes them itself. */
  async #completeColumn(content: Content): Promise<Content | null> {
    const { clientUnit, columnsOf, magics } = this.#parts;
    const code = textField(content, "code");
    const cursor = clientUnit.toUtf16(code, Number(content["cursor_pos"] ?? 0));
    const columnAt = magics.columnPlace(code.slice(0, cursor));
    if (columnAt === null) return null;
    const columns = await Promise.race([
      columnsOf(columnAt.table, columnAt.fields),
      sleep(WAIT_MS, [], { ref: false }),
    ]);
    const matches = columns.filter((name) => name.startsWith(columnAt.prefix));
    if (matches.length === 0) return null;
    const from = cursor - columnAt.prefix.length;
    const end = clientUnit.fromUtf16(code, magics.endOfWord(code, from, cursor, matches));
    const start = clientUnit.fromUtf16(code, from);
    return { status: "ok", matches, cursor_start: start, cursor_end: end, metadata: {} };
  }

  /** A variable, function or table of the notebook; null elsewhere, or if the kernel explains names itself. */
  async #explainName(content: Content): Promise<Content | null> {
    const { clientUnit, describe, magics } = this.#parts;
    const code = textField(content, "code");
    const cursor = clientUnit.toUtf16(code, Number(content["cursor_pos"] ?? 0));
    const path = magics.nameAt(magics.planCell(code).source, cursor);
    if (path === null) return null;
    const description = await Promise.race([describe(path), sleep(WAIT_MS, null, { ref: false })]);
    if (description === null) return null;
    const data = magics.codeBlock(magics.explainName(path.join("."), description));
    return { status: "ok", found: true, data, metadata: {} };
  }

  #inspect(plan: CellPlan, cursor: number, scope: CompletionScope): Content | null {
    const { magics, catalogue } = this.#parts;
    const inspection = magics.inspectMagic(plan, cursor, catalogue, scope);
    return inspection && { status: "ok", found: inspection.isFound, data: inspection.data, metadata: {} };
  }

  /** Consoles ask whether Enter should run the cell: a cell magic is complete at an empty line. */
  #isComplete({ code, calls, typescript }: CellPlan): Content | null {
    if (calls.length === 0) return null;
    if (calls.some(({ kind }) => kind === "cell"))
      return /\n[^\S\n]*\n?$/.test(code) ? { status: "complete" } : { status: "incomplete", indent: "" };
    return typescript.trim() === "" ? { status: "complete" } : null;
  }
}

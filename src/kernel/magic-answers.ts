import { setTimeout as sleep } from "node:timers/promises";
import type { Catalogue, CompletionScope } from "../magics/catalogue.ts";
import type { CatalogueCache } from "./catalogue-cache.ts";
import { toCodePoints, toUtf16 } from "./code-points.ts";
import type * as CellMagics from "./cell-magics.ts";
import type { Content } from "./message.ts";
import { textField } from "./message.ts";

export interface MagicAnswerParts {
  readonly magics: typeof CellMagics;
  readonly catalogue: Catalogue & Pick<CatalogueCache, "unknown">;
  readonly scope: CompletionScope;
}

/** How long somebody who types waits for what the catalogue has not fetched yet: in the first second of a notebook. */
const WAIT_MS = 400;

/**
 * Answers what front ends ask about magics while somebody types. Nothing here waits for the kernel, and for the service only where an answer
 * asks for what has never been fetched, for 0.4 s at most.
 */
export class MagicAnswers {
  readonly #parts: MagicAnswerParts;

  constructor(parts: MagicAnswerParts) {
    this.#parts = parts;
  }

  /** Content of the reply to a request; null where the cursor stands in ordinary code. */
  async answer(type: string, content: Content): Promise<Content | null> {
    const { catalogue } = this.#parts;
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const answer = this.#answerNow(type, content);
      const unknown = catalogue.unknown();
      const leftMs = deadline - Date.now();
      if (answer === null || unknown === null || leftMs <= 0) return answer;
      await Promise.race([unknown, sleep(leftMs, undefined, { ref: false })]);
    }
  }

  #answerNow(type: string, content: Content): Content | null {
    const code = textField(content, "code");
    // Cheap, and true of every magic that is being typed.
    if (!code.includes("%")) return null;
    const cursor = toUtf16(code, Number(content["cursor_pos"] ?? 0));
    if (type === "complete_request") return this.#complete(code, cursor);
    if (type === "inspect_request") return this.#inspect(code, cursor);
    return this.#isComplete(code);
  }

  /** The cell as the real kernel can read it: of the same length, without magics. */
  blanked(code: string): string {
    return code.includes("%") ? this.#parts.magics.blankMagics(code) : code;
  }

  #complete(code: string, cursor: number): Content | null {
    const { magics, catalogue, scope } = this.#parts;
    const completion = magics.completeMagic(code, cursor, catalogue, scope);
    if (!completion) return null;
    const types = completion.metadata._jupyter_types_experimental.map((item) => ({
      ...item,
      start: toCodePoints(code, item.start),
      end: toCodePoints(code, item.end),
    }));
    return {
      status: "ok",
      matches: completion.matches,
      cursor_start: toCodePoints(code, completion.cursorStart),
      cursor_end: toCodePoints(code, completion.cursorEnd),
      metadata: { _jupyter_types_experimental: types },
    };
  }

  #inspect(code: string, cursor: number): Content | null {
    const { magics, catalogue, scope } = this.#parts;
    const inspection = magics.inspectMagic(code, cursor, catalogue, scope);
    return inspection && { status: "ok", found: inspection.found, data: inspection.data, metadata: {} };
  }

  /** Consoles ask whether Enter should run the cell: one with a body is done at an empty line. */
  #isComplete(code: string): Content | null {
    const { magics } = this.#parts;
    const calls = magics.findMagics(code);
    if (calls.length === 0) return null;
    if (calls.some(({ kind }) => kind === "cell")) {
      return /\n[^\S\n]*\n?$/.test(code) ? { status: "complete" } : { status: "incomplete", indent: "" };
    }
    return magics.blankMagics(code, calls).trim() === "" ? { status: "complete" } : null;
  }
}

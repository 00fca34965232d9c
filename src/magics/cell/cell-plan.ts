import { candidateNames } from "./candidate-names.ts";
import { findMagics } from "./find-magics.ts";
import type { MagicCall } from "./magic-call.ts";
import { declaredNames } from "./source/declared-names.ts";
import { createSourceLexer, exactLexer } from "./source/source-lexer.ts";

/** Names by which a cell without magics uses the service. */
const USES_SERVICE = /svclib|_svc|\bsvc_|create_engine/;

/** A parsed cell, for its run, completion and errors. */
export class CellPlan {
  readonly code: string;
  readonly calls: readonly MagicCall[];
  /** Whether it may need the service. */
  readonly usesService: boolean;
  #declared: Set<string> | undefined;

  constructor(code: string) {
    this.code = code;
    this.calls = findMagics(code);
    this.usesService = this.calls.length > 0 || USES_SERVICE.test(code);
  }

  /** Names that its magics may refer to, whether or not such variables exist. */
  get references(): readonly string[] {
    return candidateNames(this.calls);
  }

  /**
   * The cell with its magics replaced by blanks, so that a TypeScript service can parse the rest. Offsets and lines are unchanged. An
   * assigned magic becomes a value of type `any`.
   */
  get typescript(): string {
    let blanked = "";
    let done = 0;
    for (const { start, end, target } of this.calls) {
      const spaces = this.code.slice(start, end).replace(/[^\n\r]/g, " ");
      blanked += this.code.slice(done, start) + (target === null ? spaces : `0 as any${spaces.slice(8)}`);
      done = end;
    }
    return blanked + this.code.slice(done);
  }

  /** Names declared at its top level; after translation including those declared by magics. */
  get declared(): Set<string> {
    return (this.#declared ??= this.#readDeclared());
  }

  #readDeclared(): Set<string> {
    const { typescript, calls } = this;
    // Completion can do with a lexer that may take a division for a regular expression.
    return declaredNames(calls.length > 0 ? exactLexer(typescript) : createSourceLexer(typescript));
  }

  callAt(offset: number): MagicCall | null {
    return this.calls.find(({ start, end }) => start <= offset && offset <= end) ?? null;
  }
}

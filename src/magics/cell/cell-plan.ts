import { blankMagics } from "./blank-magics.ts";
import { candidateNames } from "./candidate-names.ts";
import { findMagics } from "./find-magics.ts";
import type { MagicCall } from "./magic-call.ts";
import { declaredNames } from "./source/declared-names.ts";
import { createSourceLexer, exactLexer } from "./source/source-lexer.ts";

/** What a cell without magics names where it may use the service. */
const USES_SERVICE = /svclib|read_svc|create_engine/;

/** A cell that has been read: what it holds, for its run, completion in it, and its errors. */
export class CellPlan {
  readonly code: string;
  /** Its magics, in order. */
  readonly calls: readonly MagicCall[];
  /** Whether it may need the service. */
  readonly usesService: boolean;
  #declared: Set<string> | undefined;

  constructor(code: string) {
    this.code = code;
    this.calls = findMagics(code);
    this.usesService = this.calls.length > 0 || USES_SERVICE.test(code);
  }

  /** Names that its magics may refer to, whether or not the notebook has such variables. */
  get references(): readonly string[] {
    return candidateNames(this.calls);
  }

  /** The cell with blanks in place of its magics, of the same length and with the same lines. */
  get typescript(): string {
    return blankMagics(this.code, this.calls);
  }

  /** Names that it declares at its top level; once it has been translated, those that its magics declare are among them. */
  get declared(): Set<string> {
    return (this.#declared ??= this.#readDeclared());
  }

  #readDeclared(): Set<string> {
    const { typescript, calls } = this;
    // For completion alone a lexer will do that may take a quotient for a regular expression.
    return declaredNames(calls.length > 0 ? exactLexer(typescript) : createSourceLexer(typescript));
  }

  /** The magic that an offset is in. */
  callAt(offset: number): MagicCall | null {
    return this.calls.find(({ start, end }) => start <= offset && offset <= end) ?? null;
  }
}

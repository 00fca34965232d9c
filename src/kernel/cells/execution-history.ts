import type { Content } from "../wire/message.ts";

interface HistoryEntry {
  readonly count: number;
  readonly code: string;
}

const SESSION = 1;

const globPattern = (glob: string): RegExp => {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*/g, "[^]*")
    .replace(/\?/g, "[^]");
  return new RegExp(`^${source}$`, "u");
};

const lastOfEach = (entries: readonly HistoryEntry[]): HistoryEntry[] =>
  entries.filter((entry, i) => !entries.slice(i + 1).some(({ code }) => code === entry.code));

/** The cells of this run of the kernel with their execution counts. */
export class ExecutionHistory {
  readonly #entries: HistoryEntry[] = [];
  #count = 0;

  /** Latest execution count; 0 before the first cell. */
  get count(): number {
    return this.#count;
  }

  add(code: string): void {
    this.#count += 1;
    this.#entries.push({ count: this.#count, code });
  }

  /** Content of a `history_reply`. Earlier sessions are not kept; requests for them give an empty list. */
  answer(request: Content): Content {
    const withOutput = request["output"] === true;
    const history = this.#find(request).map(({ count, code }) => [
      SESSION,
      count,
      withOutput ? [code, null] : code,
    ]);
    return { status: "ok", history };
  }

  #find(request: Content): HistoryEntry[] {
    const limit = typeof request["n"] === "number" ? request["n"] : this.#entries.length;
    switch (request["hist_access_type"]) {
      case "tail":
        return limit > 0 ? this.#entries.slice(-limit) : [];
      case "range": {
        const session = Number(request["session"] ?? 0);
        if (session !== 0 && session !== SESSION) return [];
        const start = Number(request["start"] ?? 0);
        const stop = typeof request["stop"] === "number" ? request["stop"] : Infinity;
        return this.#entries.filter(({ count }) => count >= start && count < stop);
      }
      case "search": {
        const pattern = globPattern(typeof request["pattern"] === "string" ? request["pattern"] : "*");
        const matching = this.#entries.filter(({ code }) => pattern.test(code));
        const entries = request["unique"] === true ? lastOfEach(matching) : matching;
        return limit > 0 ? entries.slice(-limit) : [];
      }
      default:
        return [];
    }
  }
}

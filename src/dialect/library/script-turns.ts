/** A script function that does nothing but be called; its queue is another than those of the functions that work. */
export const TURN_FUNCTION = "svc_turn";

const PIECE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[A-Za-z_]\w*|[\s\S]/g;
/** A column, or a lambda's parameter: keywords are written in capitals. */
const COLUMN = /^(?:"(?!svc-)|[a-z])/;

/** The engine computes what is written twice in these outside of them. */
const GUARD = /^(?:try|coalesce)$/i;

interface Argument {
  readonly text: string;
  /** It differs from row to row, as far as its text shows. */
  readonly varies: boolean;
}

/**
 * Adds to each call of a script function an argument that calls {@link TURN_FUNCTION}.
 *
 * The engine's threads queue their calls of a function, and Node runs that queue until it is empty, up to a thousand chunks, before anything
 * else has its turn: two threads keep it from being empty. A thread that has to call another function in between does not, so each turn of
 * the loop runs one chunk for each thread. Calls around another call need none of their own; calls within TRY and COALESCE get none.
 *
 * @param sql - As the translation writes it, with or without marks of positions.
 */
export function withTurns(sql: string): string {
  if (!sql.includes("svc_")) return sql;
  const pieces = [...sql.matchAll(PIECE)].map(({ 0: text }) => text);
  const out: string[] = [];
  /** Calls that are open, innermost last. */
  const open: {
    depth: number;
    argument: number;
    args: Argument[];
    nested: boolean;
    readonly guarded: boolean;
  }[] = [];
  let depth = 0;
  /** Depths at which something was opened that evaluates what is in it only at need, or that takes its errors. */
  const guards: number[] = [];
  const close = (call: (typeof open)[number]): void => {
    const text = out.slice(call.argument).join("");
    call.args.push({ text, varies: varies(out.slice(call.argument)) });
  };
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] as string;
    const call = open.at(-1);
    if ("([{".includes(piece)) {
      depth++;
      if (piece === "(" && GUARD.test(pieces[i - 1] ?? "")) guards.push(depth);
    } else if (")]}".includes(piece)) {
      if (call && call.depth === depth) {
        close(call);
        open.pop();
        const turn = call.nested || call.guarded ? null : turnArgument(call.args);
        if (turn !== null) out.push(`, ${TURN_FUNCTION}(${turn})`);
        for (const outer of open) outer.nested = true;
      }
      if (guards.at(-1) === depth) guards.pop();
      depth--;
    } else if (piece === "," && call && call.depth === depth) {
      close(call);
      out.push(piece);
      call.argument = out.length;
      continue;
    }
    out.push(piece);
    if (piece.startsWith("svc_") && piece !== TURN_FUNCTION && pieces[i + 1] === "(") {
      out.push("(");
      depth++;
      i++;
      open.push({ depth, argument: out.length, args: [], nested: false, guarded: guards.length > 0 });
    }
  }
  return out.join("");
}

function varies(pieces: readonly string[]): boolean {
  return pieces.some((piece, i) => COLUMN.test(piece) && pieces[i + 1] !== "(" && pieces[i + 1] !== ".");
}

/** The shortest that varies; a subquery is not run twice for this. */
function turnArgument(args: readonly Argument[]): string | null {
  const fit = args.filter(({ text, varies }) => varies && !/\bSELECT\b/.test(text));
  fit.sort((a, b) => a.text.length - b.text.length);
  // Marks say where an error comes from; what stands here a second time needs none.
  return fit[0]?.text.replace(/\ue000\d+\ue001/g, "").trim() ?? null;
}

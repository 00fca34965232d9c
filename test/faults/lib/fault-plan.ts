import type { Random } from "../../core/helpers/random.ts";

/** What goes wrong with one request. `share` is a place in the reply, 0 to 1. */
export type Fault =
  | { readonly kind: "none" }
  /** An error status; `forwarded`: the service did the work, and the answer was lost. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly retryAfter: string | null;
      readonly forwarded: boolean;
    }
  /** The connection is cut: before the request is passed on, or at a byte of the reply. */
  | { readonly kind: "reset-before" }
  | { readonly kind: "reset-at"; readonly part: "head" | "body"; readonly share: number }
  /** An orderly end of the connection at a byte of the body. */
  | { readonly kind: "end-at"; readonly share: number }
  /** Nothing more comes from a byte on, until the client gives up. */
  | { readonly kind: "stall-at"; readonly part: "head" | "body"; readonly share: number }
  | { readonly kind: "slow"; readonly pieces: number }
  /** Bytes of the body changed, missing or too many; the length in the head is right. */
  | {
      readonly kind: "corrupt";
      readonly how: "flip" | "drop" | "insert" | "cut" | "page";
      readonly share: number;
    }
  /** A file is unpacked and packed again on the way: the same rows in other bytes, without its last rows, or cut inside one. */
  | { readonly kind: "repack"; readonly how: "same" | "fewer" | "cut"; readonly share: number }
  /** The body is compressed once more on the way, asked for or not. */
  | { readonly kind: "encode" }
  | { readonly kind: "wrong-length"; readonly by: number }
  /** The same answer once more on the connection, at once or after a while. */
  | { readonly kind: "twice"; readonly afterMs: number }
  /** The answer to an earlier request of the same kind; `forwarded`: this one is carried out all the same. */
  | { readonly kind: "stale"; readonly back: number; readonly forwarded: boolean }
  | { readonly kind: "expired-key" };

type Faulty = Exclude<Fault["kind"], "none">;

/** Draws the fault of each request. */
export type FaultPlan = () => Fault;

export const ALL_FAULTS: readonly Faulty[] = [
  "status",
  "reset-before",
  "reset-at",
  "end-at",
  "stall-at",
  "slow",
  "corrupt",
  "repack",
  "encode",
  "wrong-length",
  "twice",
  "stale",
  "expired-key",
];

/**
 * A plan drawn from `random`: each request fails with `probability`.
 *
 * @param kinds - Draw from these; kinds named twice come twice as often.
 */
export function randomPlan(random: Random, probability: number, kinds = ALL_FAULTS): FaultPlan {
  return () => (random.next() < probability ? drawFault(random, random.pick(kinds)) : { kind: "none" });
}

function drawFault(random: Random, kind: Faulty): Fault {
  const share = random.next();
  const part = random.pick(["head", "body", "body"] as const);
  switch (kind) {
    case "status":
      return drawStatus(random);
    case "reset-before":
    case "expired-key":
      return { kind };
    case "reset-at":
    case "stall-at":
      return { kind, part, share };
    case "end-at":
      return { kind, share };
    case "slow":
      return { kind, pieces: 2 + random.below(8) };
    case "corrupt":
      return { kind, how: random.pick(["flip", "flip", "drop", "insert", "cut", "page"] as const), share };
    case "repack":
      return { kind, how: random.pick(["same", "same", "fewer", "cut"] as const), share };
    case "encode":
      return { kind };
    case "wrong-length":
      return { kind, by: random.pick([-1000, -10, -1, 1, 10, 1000]) };
    case "twice":
      return { kind, afterMs: random.pick([0, 0, 1, 5]) };
    case "stale":
      return { kind, back: 1 + random.below(3), forwarded: random.next() < 0.7 };
  }
}

function drawStatus(random: Random): Fault {
  const status = random.pick([429, 429, 500, 501, 502, 503, 504]);
  // These two say that nothing was done; a gateway's 502 or 504 may come after the work.
  const forwarded = status !== 429 && status !== 503 && random.next() < 0.5;
  const retryAfter = random.pick([null, "0", "1", "30", "86400", "soon", "Wed, 21 Oct 2015 07:28:00 GMT"]);
  return {
    kind: "status",
    status,
    retryAfter: status === 429 || status === 503 ? retryAfter : null,
    forwarded,
  };
}

export function describeFault(fault: Fault): string {
  const { kind, ...rest } = fault;
  const details = Object.entries(rest).map(([name, value]) => `${name}=${String(value)}`);
  return [kind, ...details].join(" ");
}

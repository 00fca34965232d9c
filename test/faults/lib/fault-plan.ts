import type { Random } from "../../core/helpers/random.ts";

/** The fault of one request. `share` is an offset in the reply, as a fraction from 0 to 1. */
export type Fault =
  | { readonly kind: "none" }
  /** An error status; `forwarded`: the service handled the request, and its reply was lost. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly retryAfter: string | null;
      readonly forwarded: boolean;
    }
  /** The connection is reset: before the request is forwarded, or at an offset of the reply. */
  | { readonly kind: "reset-before" }
  | { readonly kind: "reset-at"; readonly part: "head" | "body"; readonly share: number }
  /** The connection is closed normally at an offset of the body. */
  | { readonly kind: "end-at"; readonly share: number }
  /** The reply stalls at an offset until the client gives up. */
  | { readonly kind: "stall-at"; readonly part: "head" | "body"; readonly share: number }
  | { readonly kind: "slow"; readonly pieces: number }
  /** Bytes of the body are changed, missing or added; content-length is consistent. */
  | {
      readonly kind: "corrupt";
      readonly how: "flip" | "drop" | "insert" | "cut" | "page";
      readonly share: number;
    }
  /** A file is decompressed and recompressed in transit: the same rows in other bytes, without the last rows, or cut within one. */
  | { readonly kind: "repack"; readonly how: "same" | "fewer" | "cut"; readonly share: number }
  /** The body is compressed once more in transit, whether accepted or not. */
  | { readonly kind: "encode" }
  | { readonly kind: "wrong-length"; readonly by: number }
  /** The same reply is sent again on the connection, at once or after a delay. */
  | { readonly kind: "twice"; readonly afterMs: number }
  /** The reply to an earlier request of the same kind; `forwarded`: the current one is handled all the same. */
  | { readonly kind: "stale"; readonly back: number; readonly forwarded: boolean }
  | { readonly kind: "expired-key" };

type Faulty = Exclude<Fault["kind"], "none">;

/** Returns the fault of the next request. */
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
 * @param kinds - Drawn uniformly; a kind listed twice is twice as likely.
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
  // 429 and 503 mean that nothing was done; a gateway's 502 or 504 may follow the work.
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

import { RateLimit } from "../limits/rate-limit.ts";
import { Fault } from "../../engine/errors/fault.ts";
import { authenticate, type ApiKey, type KeyRing } from "./keys.ts";

/** Addresses whose keys are remembered; the one that was silent longest is forgotten first. */
const MAX_ADDRESSES = 10_000;

export interface KeyGuardOptions {
  /** Wrong keys from one address: burst, and per second. */
  readonly wrongKeys: readonly [number, number];
  /** Unix milliseconds. */
  readonly clock: () => number;
}

/**
 * Slows the guessing of keys: beyond the limit of wrong keys, an address is answered only for keys that it has used before. So a guess
 * stays unanswered, right or wrong, while the colleagues of the guesser, behind the same address, go on.
 */
export class KeyGuard {
  readonly #keys: KeyRing;
  readonly #wrong: RateLimit;
  readonly #keysOfNetworks = new Map<string, Set<ApiKey>>();

  constructor(keys: KeyRing, { wrongKeys: [burst, perSecond], clock }: KeyGuardOptions) {
    this.#keys = keys;
    this.#wrong = new RateLimit({ burst, perSecond, clock });
  }

  /** @throws Fault `unauthorized`, or `too_many` after too many wrong keys from the address. */
  identify(headers: Headers, address: string): ApiKey {
    const network = networkOf(address);
    const key = authenticate(headers, this.#keys);
    const networkKeys = this.#keysOfNetworks.get(network);
    if (key !== null && networkKeys?.has(key)) return key;
    this.#wrong.take(network, key === null ? 1 : 0);
    if (key === null) throw new Fault("unauthorized", "This service does not know the API key.");
    this.#remember(network, key);
    return key;
  }

  #remember(network: string, key: ApiKey): void {
    const networkKeys = this.#keysOfNetworks.get(network) ?? new Set();
    this.#keysOfNetworks.delete(network);
    this.#keysOfNetworks.set(network, networkKeys.add(key));
    if (this.#keysOfNetworks.size > MAX_ADDRESSES)
      this.#keysOfNetworks.delete(this.#keysOfNetworks.keys().next().value as string);
  }
}

/** One user has all addresses of an IPv6 network of 64 bits. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::", 2);
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(zeros).fill("0"), ...after].slice(0, 4).join(":");
}

// This folder: what strangers may use at once: bytes over all and per key, requests per minute.

import { Fault, tooMany } from "../../engine/errors/fault.ts";

/** Maximum bytes of one owner, and of all owners of its kind. */
export interface ByteLimit {
  readonly each: number;
  readonly all: number;
}

/**
 * Limits by what takes the memory: requests of an address before the key is known, then everything of a user; and the texts of its jobs that
 * have not ended, which the journal holds too.
 */
export interface ByteLimits {
  readonly address: ByteLimit;
  readonly user: ByteLimit;
  readonly jobs: ByteLimit;
}

export type ByteKind = keyof ByteLimits;

const MIB = 2 ** 20;

const DEFAULT_LIMITS: ByteLimits = {
  address: { each: 4 * MIB, all: 32 * MIB },
  user: { each: 64 * MIB, all: 192 * MIB },
  jobs: { each: 12 * MIB, all: 24 * MIB },
};

const RETRY_AFTER_SECONDS = 2;

interface Owner {
  readonly kind: ByteKind;
  readonly name: string;
  bytes: number;
}

/**
 * The memory of this process that clients take: requests, statements, and replies until they are read. Everything that a client can make
 * long, many or slow takes its bytes here before it is kept.
 */
export class ByteAccount {
  readonly #limits: ByteLimits;
  readonly #owners = new Map<string, Owner>();
  readonly #sums: Record<ByteKind, number> = { address: 0, user: 0, jobs: 0 };
  /** Claims that may go, oldest first. */
  readonly #spare = new Map<Claim, () => void>();

  constructor(limits: Partial<ByteLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Bytes that are taken now. */
  get sums(): Readonly<Record<ByteKind, number>> {
    return this.#sums;
  }

  /** @param name - The address, or the user. */
  claim(kind: ByteKind, name: string): Claim {
    return new Claim(this, kind, name);
  }

  /** @internal */
  isFull(claim: Claim): boolean {
    const { each, all } = this.#limits[claim.kind];
    return this.#ownerOf(claim).bytes > each || this.#sums[claim.kind] > all;
  }

  /** @internal What is alone may exceed its owner's limit, else it could never be taken. */
  take(claim: Claim, bytes: number): void {
    const { each, all } = this.#limits[claim.kind];
    if (claim.bytes + bytes > all)
      throw new Fault(
        "too_large",
        `This takes more than the ${all / MIB} MiB of memory that all requests may take.`,
      );
    const owner = this.#ownerOf(claim);
    const isOver = (): boolean => owner.bytes > claim.bytes && owner.bytes + bytes > each;
    const isFull = (): boolean => this.#sums[claim.kind] + bytes > all;
    if (isOver()) this.#drop(isOver, (spare) => this.#ownerOf(spare) === owner);
    if (isFull()) this.#drop(isFull, (spare) => spare.kind === claim.kind);
    if (isOver() || isFull())
      throw tooMany(
        RETRY_AFTER_SECONDS,
        "Your requests, statements and unread replies take all the memory that the service has for them; read the replies, kill statements, or try again later.",
      );
    this.change(claim, bytes, bytes);
  }

  /** @internal Bytes that the claim's owner may add before its limit. */
  roomOf(claim: Claim): number {
    return Math.max(0, this.#limits[claim.kind].each - this.#ownerOf(claim).bytes);
  }

  /** @internal */
  isTooMuch(claim: Claim, bytes: number): boolean {
    const owner = this.#ownerOf(claim);
    return owner.bytes > claim.bytes && owner.bytes + bytes > 2 * this.#limits[claim.kind].each;
  }

  /** @internal @param shared - Of `bytes`, what counts for all owners too. */
  change(claim: Claim, bytes: number, shared: number): void {
    const owner = this.#ownerOf(claim);
    owner.bytes += bytes;
    this.#sums[claim.kind] += shared;
    const name = nameOf(owner);
    if (owner.bytes > 0) this.#owners.set(name, owner);
    else this.#owners.delete(name);
  }

  /** @internal */
  offer(claim: Claim, drop: () => void): void {
    this.#spare.set(claim, drop);
  }

  /** @internal */
  keep(claim: Claim): void {
    this.#spare.delete(claim);
  }

  #ownerOf({ kind, name }: Claim): Owner {
    return this.#owners.get(nameOf({ kind, name })) ?? { kind, name, bytes: 0 };
  }

  #drop(isWanted: () => boolean, mayGo: (spare: Claim) => boolean): void {
    for (const [spare, drop] of this.#spare) {
      if (!isWanted()) return;
      if (!mayGo(spare)) continue;
      spare.release();
      drop();
    }
  }
}

const nameOf = ({ kind, name }: Pick<Owner, "kind" | "name">): string => `${kind} ${name}`;

/** What one request, statement or job takes of the account, until it is released. */
export class Claim {
  readonly #account: ByteAccount;
  #kind: ByteKind;
  #name: string;
  #bytes = 0;
  /** Of them, what counts for all owners. */
  #shared = 0;
  #isReleased = false;

  /** @internal */
  constructor(account: ByteAccount, kind: ByteKind, name: string) {
    this.#account = account;
    this.#kind = kind;
    this.#name = name;
  }

  get kind(): ByteKind {
    return this.#kind;
  }

  get name(): string {
    return this.#name;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the owner takes more than its limit, with what was added by force. */
  get isFull(): boolean {
    return this.#account.isFull(this);
  }

  /** Whether so many bytes more, added by force, would bring the owner beyond twice its limit. What is alone may be added. */
  isTooMuch(bytes: number): boolean {
    return this.#account.isTooMuch(this, bytes);
  }

  /** @throws Fault `too_many` beyond the owner's limit, `too_large` for more than there is. */
  add(bytes: number): void {
    if (this.#isReleased) return;
    this.#account.take(this, bytes);
    this.#bytes += bytes;
    this.#shared += bytes;
  }

  /**
   * Sets the bytes of what is there already, whatever the limits: the owner's next additions are refused. What exceeds the owner's limit
   * does not count for all owners: one that is over its limit shuts out itself alone.
   */
  set(bytes: number): void {
    if (this.#isReleased) return;
    const added = bytes - this.#bytes;
    const shared =
      added > 0 ? this.#shared + Math.min(added, this.#account.roomOf(this)) : Math.min(this.#shared, bytes);
    this.#account.change(this, added, shared - this.#shared);
    this.#bytes = bytes;
    this.#shared = shared;
  }

  /** Lets the account drop it when the memory is needed. */
  offer(drop: () => void): void {
    if (!this.#isReleased) this.#account.offer(this, drop);
  }

  /** Another claim of the same owner, to be released on its own. */
  part(): Claim {
    return new Claim(this.#account, this.#kind, this.#name);
  }

  /** Moves the bytes to a user, once its key is known. @throws Fault `too_many` */
  moveTo(user: string): void {
    const bytes = this.#bytes;
    this.set(0);
    this.#kind = "user";
    this.#name = user;
    this.add(bytes);
  }

  /** Gives everything back; further additions have no effect. */
  release(): void {
    this.set(0);
    this.#account.keep(this);
    this.#isReleased = true;
  }
}

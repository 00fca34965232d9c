import childProcess from "node:child_process";
import fs from "node:fs";
import process from "node:process";
import { Buffer } from "node:buffer";

// Deno's kernel gives its own streams, and its children's, to a pipe that only tests read. What the process really has at 1 and 2 are pipes
// to the proxy.

type Print = (text: string, stream: "stdout" | "stderr") => void;
type AnyFunction = (this: unknown, ...args: never[]) => unknown;

/** The part of the Deno namespace that this module uses. */
export interface DenoStreams {
  readonly stdout: object;
  readonly stderr: object;
  readonly Command: new (command: string | URL, options?: object) => DenoCommand;
}

interface DenoCommand {
  spawn(): unknown;
}

const STREAMS = ["stdout", "stderr"] as const;

/** What cells, and the processes that they start, write to the process's streams goes to the notebook; in order with what cells log. */
export function showWrites(deno: DenoStreams, print: Print): void {
  const writers = STREAMS.map((name) => {
    const decoder = new TextDecoder();
    return (bytes: Uint8Array): number => {
      print(decoder.decode(bytes, { stream: true }), name);
      return bytes.length;
    };
  });
  STREAMS.forEach((name, i) => showStream(deno[name], process[name], writers[i] as PrintBytes));
  showFiles(writers);
  showCommands(deno);
  showChildren();
}

type PrintBytes = (bytes: Uint8Array) => number;

/** What of a buffer is written: all, unless it says otherwise. */
interface WrittenPart {
  readonly offset?: unknown;
  readonly length?: unknown;
}

const bytesOf = (chunk: string | Uint8Array, encoding?: unknown): Uint8Array =>
  typeof chunk === "string"
    ? Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8")
    : chunk;

/** The streams of Deno, and of Node.js. */
function showStream(own: object, stream: object, print: PrintBytes): void {
  define(own, {
    writeSync: print,
    write: (bytes: Uint8Array) => Promise.resolve(print(bytes)),
    writable: new WritableStream<Uint8Array>({ write: (bytes) => void print(bytes) }),
  });
  const write = (chunk: string | Uint8Array, encoding?: unknown, done?: () => void): boolean => {
    print(bytesOf(chunk, encoding));
    queueMicrotask(typeof encoding === "function" ? (encoding as () => void) : (done ?? (() => undefined)));
    return true;
  };
  Object.assign(stream, { write });
}

/** Files 1 and 2 of `node:fs`. */
function showFiles(writers: readonly PrintBytes[]): void {
  const { write, writeSync } = fs;
  const printedLength = (fd: unknown, chunk: unknown, rest: readonly unknown[]): number | null => {
    const print = typeof fd === "number" ? writers[fd - 1] : undefined;
    if (print === undefined) return null;
    if (typeof chunk === "string") return print(bytesOf(chunk, rest[1]));
    const { buffer, byteOffset, byteLength } = chunk as Uint8Array;
    // As numbers, or as members of an object.
    const [first, second] = rest.filter((one) => typeof one !== "function");
    const part =
      typeof first === "object" ? (first as WrittenPart | null) : { offset: first, length: second };
    const offset = Number(part?.offset ?? 0);
    return print(new Uint8Array(buffer, byteOffset + offset, Number(part?.length ?? byteLength - offset)));
  };
  define(fs, {
    writeSync: (fd: number, chunk: unknown, ...rest: unknown[]) =>
      printedLength(fd, chunk, rest) ?? (writeSync as AnyFunction)(...([fd, chunk, ...rest] as never[])),
    write: (fd: number, chunk: unknown, ...rest: unknown[]) => {
      const length = printedLength(fd, chunk, rest);
      if (length === null) return (write as AnyFunction)(...([fd, chunk, ...rest] as never[]));
      const done = rest.at(-1) as (error: null, length: number, chunk: unknown) => void;
      queueMicrotask(() => done(null, length, chunk));
    },
  });
}

/** What a child has as its streams: this process's own 1 and 2, by number, for those that it inherits. */
function childStreams(stdio: unknown): unknown {
  if (stdio === "inherit") return ["inherit", 1, 2];
  return Array.isArray(stdio)
    ? stdio.map((one: unknown, fd) => (one === "inherit" || one === fd ? fd || "inherit" : one))
    : stdio;
}

/** `Deno.Command`, whose `spawn` inherits what is not named. */
function showCommands(deno: DenoStreams): void {
  const OwnCommand = deno.Command;
  const numbered = (options: Readonly<Record<string, unknown>>): object => ({
    ...options,
    ...Object.fromEntries(STREAMS.flatMap((name, i) => (options[name] === "inherit" ? [[name, i + 1]] : []))),
  });
  class Command extends OwnCommand {
    readonly #spawn: () => unknown;

    constructor(command: string | URL, options: object = {}) {
      super(command, numbered({ ...options }));
      const own = numbered({ stdout: "inherit", stderr: "inherit", ...options });
      this.#spawn = () => new OwnCommand(command, own).spawn();
    }

    override spawn(): unknown {
      return this.#spawn();
    }
  }
  define(deno, { Command });
}

/** The functions of `node:child_process`: those that wait, and the class behind all others. */
function showChildren(): void {
  const { prototype } = (childProcess as unknown as { readonly ChildProcess: { readonly prototype: object } })
    .ChildProcess;
  const spawn = Reflect.get(prototype, "spawn") as AnyFunction | undefined;
  const withStreams = (options: unknown): unknown =>
    typeof options === "object" && options !== null && "stdio" in options
      ? { ...options, stdio: childStreams(options.stdio) }
      : options;
  if (typeof spawn === "function")
    define(prototype, {
      spawn(this: unknown, options: unknown) {
        return spawn.call(this, withStreams(options) as never);
      },
    });
  for (const name of ["execFileSync", "execSync", "spawnSync"]) {
    const own = Reflect.get(childProcess, name) as AnyFunction;
    define(childProcess, { [name]: (...args: unknown[]) => own(...(args.map(withStreams) as never[])) });
  }
}

function define(object: object, members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
}

import { CommandError } from "../report-error.ts";

/** The terminal that asks. */
export interface SecretTerminal {
  readonly stdin: Pick<NodeJS.ReadStream, "setRawMode" | "resume" | "pause" | "on" | "off">;
  readonly stderr: Pick<NodeJS.WriteStream, "write">;
}

const INTERRUPT = "\u0003";
const END = "\u0004";
const BACK = new Set(["\u007f", "\b"]);

/** Reads a line without showing it. @throws CommandError when Ctrl-C is pressed. */
export function readSecret(prompt: string, { stdin, stderr }: SecretTerminal = process): Promise<string> {
  stderr.write(prompt);
  stdin.setRawMode(true);
  stdin.resume();
  return new Promise((resolve, reject) => {
    let line = "";
    const finish = (settle: () => void): void => {
      stdin.off("data", onData);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write("\n");
      settle();
    };
    const onData = (chunk: Buffer): void => {
      for (const key of chunk.toString()) {
        if (key === INTERRUPT) return finish(() => reject(new CommandError("no key was given", 130)));
        if (key === "\r" || key === "\n" || key === END) return finish(() => resolve(line));
        line = BACK.has(key) ? line.slice(0, -1) : line + key;
      }
    };
    stdin.on("data", onData);
  });
}

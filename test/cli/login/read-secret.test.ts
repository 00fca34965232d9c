import { EventEmitter } from "node:events";
import { expect, test } from "@jest/globals";
import { readSecret, type SecretTerminal } from "../../../src/cli/login/read-secret.ts";

function terminal() {
  const log: string[] = [];
  const stdin = Object.assign(new EventEmitter(), {
    setRawMode: (raw: boolean) => log.push(`raw ${raw}`),
    resume: () => undefined,
    pause: () => undefined,
  });
  const stderr = { write: (text: string) => log.push(text) };
  return { log, stdin, fake: { stdin, stderr } as unknown as SecretTerminal };
}

test("a line is read without being shown", async () => {
  const { log, stdin, fake } = terminal();
  const line = readSecret("key: ", fake);
  for (const keys of ["1/s3", "cret!", "\u007f", "\r"]) stdin.emit("data", Buffer.from(keys));
  expect(await line).toBe("1/s3cret");
  expect(log).toEqual(["key: ", "raw true", "raw false", "\n"]);
});

test("Ctrl-C ends it with its exit code", async () => {
  const { log, stdin, fake } = terminal();
  const line = readSecret("key: ", fake);
  stdin.emit("data", Buffer.from("1/s3\u0003"));
  await expect(line).rejects.toMatchObject({ exitCode: 130 });
  expect(log.at(-2)).toBe("raw false");
});

import { expect, test } from "@jest/globals";
import { readSparkRemote } from "../../../src/clusters/spark/spark-remote.ts";

const plain = { port: 15002, ssl: false, token: null, userId: "svclib", sessionId: null, headers: {} };

test.each([
  ["sc://h", { ...plain, host: "h" }],
  ["sc://h:1/;use_ssl=true;user_id=me", { ...plain, host: "h", port: 1, ssl: true, userId: "me" }],
  ["sc://h/;token=a%3Bb", { ...plain, host: "h", ssl: true, token: "a;b" }],
  ["sc://127.0.0.1/;token=t", { ...plain, host: "127.0.0.1", token: "t" }],
  ["sc://h/;session_id=s;user_agent=a", { ...plain, host: "h", sessionId: "s" }],
  ["sc://h/;X-Key=v", { ...plain, host: "h", headers: { "x-key": "v" } }],
])("%s", (address, remote) => {
  expect(readSparkRemote(address)).toEqual(remote);
});

test.each(["http://h", "sc://", "sc://h/;token", "sc://h/;use_ssl=secret"])(
  "%s is refused without being shown",
  (address) => {
    expect(() => readSparkRemote(address)).toThrow(/^(the|use_ssl)/);
    expect(() => readSparkRemote(address)).not.toThrow("secret");
  },
);

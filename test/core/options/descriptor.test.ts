import { expect, test } from "@jest/globals";
import { parseDescriptor } from "../../../src/core/options/descriptor.ts";

test("the short form names the engine and the database", () => {
  expect(parseDescriptor("trino:web?x=1")).toEqual({ type: "presto", database: "web", connection: null });
});

test.each([
  ["presto://1/0a1b@api.example.com/web", "1/0a1b", "https://api.example.com"],
  ["hive://a@b@localhost:8190/web/", "a@b", "http://localhost:8190"],
  ["hive://k@[::1]:80/web", "k", "http://[::1]:80"],
])("%s has a key and a host", (text, apikey, endpoint) => {
  expect(parseDescriptor(text).connection).toEqual({ apikey, endpoint });
});

test.each([
  ["web", "the engine descriptor is not of the form <type>:<database>"],
  ["spark:web", 'engine type "spark" is not known; write presto or hive'],
  ["presto:", "the engine descriptor names no database"],
  ["presto:Web", 'database name "Web" in the engine descriptor holds "W"'],
  ["presto:/1/secret@host/web", "the engine descriptor is not of the form"],
  ["presto://host/web", "the engine descriptor has no API key"],
  ["presto://1/secret@host", "after the key, the engine descriptor must read <host>/<database>"],
  ["presto://1/secret@a b/web", '"a b" in the engine descriptor is not a host'],
])("%s is refused, without its key", (text, message) => {
  expect(() => parseDescriptor(text)).toThrow(message);
  expect(() => parseDescriptor(text)).not.toThrow("secret");
});

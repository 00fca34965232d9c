import { describe, expect, test } from "@jest/globals";
import { hideKey } from "../../../src/core/http/hide-key.ts";

const KEY = "12/8d41e07bb3c94f5f9d26107a2ce8f934";
const each = (form: (code: number) => string): string =>
  Array.from(KEY, (letter) => form(letter.charCodeAt(0))).join("");
const hex = (code: number): string => code.toString(16).padStart(2, "0");

describe("a key is hidden in every form in which a page may repeat it", () => {
  test.each([
    ["as it is", KEY],
    ["its secret alone", KEY.slice(3)],
    ["in a URL", encodeURIComponent(KEY)],
    ["in a URL, every byte", each((code) => `%${hex(code)}`)],
    ["in a URL, twice", encodeURIComponent(encodeURIComponent(KEY))],
    ["in JSON", KEY.replace("/", "\\/")],
    ["in JSON, every letter", each((code) => `\\u00${hex(code).toUpperCase()}`)],
    ["in JavaScript", each((code) => `\\x${hex(code)}`)],
    ["in HTML", KEY.replace("/", "&#x2F;")],
    ["in HTML, decimal", each((code) => `&#${code};`)],
    ["in HTML, with zeros", each((code) => `&#0${code};`)],
    ["in HTML, hexadecimal", each((code) => `&#x${hex(code)};`)],
    ["in HTML, twice", each((code) => `&amp;#${code};`)],
    ["in HTML, with places to break", Array.from(KEY).join("<wbr>")],
    ["in HTML, with soft hyphens", Array.from(KEY).join("&shy;")],
    ["quoted-printable", each((code) => `=${hex(code).toUpperCase()}`)],
    ["in capitals", KEY.toUpperCase()],
    ["in hexadecimal", Buffer.from(KEY).toString("hex")],
    ["in hexadecimal, spaced", each((code) => `${hex(code)} `)],
    ["in a dump", each((code) => `0x${hex(code)}, `)],
    ["in base64", Buffer.from(KEY).toString("base64")],
    ["in base64 of a header", Buffer.from(`TD1 ${KEY}`).toString("base64")],
    ["in base64 of a user", Buffer.from(`${KEY}:`).toString("base64")],
    ["in base64 of JSON", Buffer.from(`{"key":"${KEY}"}`).toString("base64")],
    ["in base64 of a URL", Buffer.from(`xx${KEY}??>`).toString("base64url")],
    ["in base64, on lines", Buffer.from(`a: ${KEY}`).toString("base64").replace(/.{20}/g, "$&\r\n")],
  ])("%s", (_, text) => {
    const hidden = hideKey(`Bad gateway: ${text} was refused.`, KEY);
    expect(hidden).toMatch(/^Bad gateway: .*was refused\.$/s);
    expect(hidden).toContain("***");
    // Nothing of it is left: neither as text nor once base64 is decoded.
    for (const rest of hidden.match(/[\w+/=-]{8,}/g) ?? [])
      expect(KEY).not.toContain(Buffer.from(rest, "base64").toString("latin1").slice(1, 7));
    expect(hidden.length).toBeLessThan(Math.max(70, 40 + text.length / 2));
  });
});

test("other text stays, also where the key is short", () => {
  const text = "job 12 of 2024-05-06: 4f5f9d26 rows, aGVsbG8gd29ybGQ=, %20, &amp;#49; 0x31 31 2f";
  expect(hideKey(text, KEY)).toBe(text);
  expect(hideKey(text, "9/z")).toBe(text);
  expect(hideKey("the key 9/z", "9/z")).toBe("the key ***");
});

test("a long page takes linear time", () => {
  const time = (length: number): number => {
    const page = "12/8d4<b>MTIvOG&#49;%31".repeat(length);
    const started = performance.now();
    hideKey(page, KEY);
    return performance.now() - started;
  };
  const short = Math.max(0.5, time(100), time(100));
  expect(time(3200)).toBeLessThan(600 * short);
});

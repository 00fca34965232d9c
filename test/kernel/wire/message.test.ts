import { describe, expect, test } from "@jest/globals";
import {
  createMessage,
  decodeMessage,
  encodeMessage,
  textField,
  WireError,
} from "../../../src/kernel/wire/message.ts";
import { Signer } from "../../../src/kernel/wire/signer.ts";

const signer = new Signer("secret");
const frames = (...texts: string[]): Buffer[] => texts.map((text) => Buffer.from(text));

const HEADER =
  '{"msg_id":"1","msg_type":"execute_request","session":"s","username":"u","date":"2026-01-01T00:00:00Z","version":"5.3"}';
const SIGNED = [HEADER, "{}", "{}", '{"code":"1"}'];
/** HMAC-SHA256 of the four frames with the key `secret`. */
const SIGNATURE = signer.sign(frames(...SIGNED)).toString();

describe("decodeMessage", () => {
  test("reads identities, header, content and buffers", () => {
    const message = decodeMessage(frames("client", "<IDS|MSG>", SIGNATURE, ...SIGNED, "raw"), signer);
    expect(message.identities.map(String)).toEqual(["client"]);
    expect(message.type).toBe("execute_request");
    expect(message.id).toBe("1");
    expect(message.parentId).toBe("");
    expect(message.content).toEqual({ code: "1" });
    expect(message.metadata).toEqual({});
    expect(message.buffers.map(String)).toEqual(["raw"]);
  });

  test("accepts any signature if the key is empty", () => {
    const unsigned = frames("<IDS|MSG>", "whatever", ...SIGNED);
    expect(decodeMessage(unsigned, new Signer("")).id).toBe("1");
  });

  test.each([
    ["no delimiter", frames("a", "b"), "Message has no <IDS|MSG> delimiter"],
    [
      "too few frames",
      frames("<IDS|MSG>", SIGNATURE, "{}"),
      "Message has 2 frames after its delimiter, expected at least 5",
    ],
    [
      "a wrong signature",
      frames("<IDS|MSG>", SIGNATURE.replace(/^./, "x"), ...SIGNED),
      "Message has a wrong signature",
    ],
    ["a short signature", frames("<IDS|MSG>", "", ...SIGNED), "Message has a wrong signature"],
    [
      "a changed content",
      frames("<IDS|MSG>", SIGNATURE, ...SIGNED.slice(0, 3), '{"code":"2"}'),
      "Message has a wrong signature",
    ],
  ])("refuses %s", (_what, raw, error) => {
    expect(() => decodeMessage(raw, signer)).toThrow(new WireError(error));
  });

  test("refuses headers that are not JSON objects", () => {
    const none = new Signer("");
    expect(() => decodeMessage(frames("<IDS|MSG>", "", "{", "{}", "{}", "{}"), none)).toThrow(
      "Message header is not JSON",
    );
    expect(() => decodeMessage(frames("<IDS|MSG>", "", "3", "{}", "{}", "{}"), none)).toThrow(
      "Message header is not an object",
    );
  });

  test("either reads random frames or refuses them with a WireError", () => {
    let state = 7;
    const random = (below: number): number => (state = (state * 48271) % 2147483647) % below;
    const pool = ["<IDS|MSG>", "", "{}", "null", "[1]", HEADER, SIGNATURE, "{", "\u0000\uffff"];
    for (let round = 0; round < 2000; round++) {
      const raw = frames(...Array.from({ length: random(9) }, () => pool[random(pool.length)] ?? ""));
      try {
        decodeMessage(raw, new Signer(random(2) ? "" : "secret"));
      } catch (error) {
        expect(error).toBeInstanceOf(WireError);
      }
    }
  });
});

describe("encodeMessage", () => {
  test("reproduces the bytes that were read", () => {
    const raw = frames("client", "<IDS|MSG>", SIGNATURE, HEADER, "{}", "{ }", '{"code" : "1"}', "raw");
    const signature = signer.sign(raw.slice(3, 7));
    raw[2] = signature;
    expect(encodeMessage(decodeMessage(raw, signer), signer).map(String)).toEqual(raw.map(String));
  });

  test("leaves the signature empty if the key is empty", () => {
    const message = createMessage("status", { execution_state: "idle" }, "s");
    expect(encodeMessage(message, new Signer(""))[1]).toEqual(Buffer.alloc(0));
  });
});

test("a reply refers to its request and is addressed to its sender", () => {
  const request = decodeMessage(frames("client", "<IDS|MSG>", SIGNATURE, ...SIGNED), signer);
  const reply = createMessage("execute_reply", { status: "ok" }, "k", request);
  expect(reply.parentHeader).toEqual(JSON.parse(HEADER));
  expect(reply.identities.map(String)).toEqual(["client"]);
  expect(reply.header).toMatchObject({
    msg_type: "execute_reply",
    session: "k",
    username: "kernel",
    version: "5.3",
  });
  expect(reply.withContent({ status: "error" }).content).toEqual({ status: "error" });
  expect(createMessage("status", {}, "k").withParent(request).parentId).toBe("1");
});

test('textField returns "" unless the field is a string', () => {
  expect(textField({ code: "x" }, "code")).toBe("x");
  expect(textField({ code: 3 }, "code")).toBe("");
  expect(textField({}, "code")).toBe("");
});

test("a created message has whole characters, with which a notebook can be saved", () => {
  const content = { text: "half \ud83d", data: { "text/html": ["\ude00", "😀", "\\ud83d"] } };
  const { frames } = createMessage("display_data", content, "s");
  expect(JSON.parse(frames.content.toString())).toEqual({
    text: "half \ufffd",
    data: { "text/html": ["\ufffd", "😀", "\\ud83d"] },
  });
});

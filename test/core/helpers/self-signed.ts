import { generateKeyPairSync, sign } from "node:crypto";

/** DER: tag, length and content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const bytes: number[] = [];
  for (let rest = body.length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff);
  const length = body.length < 128 ? [body.length] : [0x80 | bytes.length, ...bytes];
  return Buffer.concat([Buffer.of(tag, ...length), body]);
}

const SEQUENCE = 0x30;
const SET = 0x31;
const ECDSA_SHA256 = der(SEQUENCE, der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
const COMMON_NAME = der(0x06, Buffer.from("550403", "hex"));
const ALTERNATIVE_NAME = der(0x06, Buffer.from("551d11", "hex"));
const HOUR_MS = 3_600_000;

const utcTime = (ms: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, "").slice(2, 14)}Z`));
const nameOf = (text: string): Buffer =>
  der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(text)))));

/** A key and a self-signed certificate for 127.0.0.1, valid for an hour, as PEM. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const address = der(0x87, Buffer.of(127, 0, 0, 1));
  const extension = der(SEQUENCE, ALTERNATIVE_NAME, der(0x04, der(SEQUENCE, address)));
  const body = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    ECDSA_SHA256,
    nameOf("nobody vouches for this"),
    der(SEQUENCE, utcTime(Date.now() - HOUR_MS), utcTime(Date.now() + HOUR_MS)),
    nameOf("nobody vouches for this"),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, extension)),
  );
  const signature = der(0x03, Buffer.of(0), sign("sha256", body, privateKey));
  const base64 = der(SEQUENCE, body, ECDSA_SHA256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, "$&\n").trim()}\n-----END CERTIFICATE-----\n`,
  };
}

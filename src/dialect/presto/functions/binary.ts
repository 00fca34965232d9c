import { family, forms, scalar } from "../../functions/function-table.ts";

const digest = (name: string) => scalar("(varbinary) -> varbinary", `svc_digest('${name}', $1)`);
const keyed = (name: string) => scalar("(varbinary, varbinary) -> varbinary", `svc_hmac('${name}', $1, $2)`);
/** Decodes text, given as varchar or as bytes, to binary. */
const textOrBytes = (read: (text: string) => string) =>
  forms(scalar("(varchar) -> varbinary", read("$1")), scalar("(varbinary) -> varbinary", read("decode($1)")));

export const binary = family("functions/binary", {
  crc32: scalar("(varbinary) -> bigint", "svc_crc32($1)"),
  md5: scalar("(varbinary) -> varbinary", "unhex(md5($1))"),
  sha1: scalar("(varbinary) -> varbinary", "unhex(sha1($1))"),
  sha256: scalar("(varbinary) -> varbinary", "unhex(sha256($1))"),
  sha512: digest("sha512"),
  xxhash64: scalar("(varbinary) -> varbinary", "svc_xxhash64($1)"),
  hmac_md5: keyed("md5"),
  hmac_sha1: keyed("sha1"),
  hmac_sha256: keyed("sha256"),
  hmac_sha512: keyed("sha512"),
  to_hex: scalar("(varbinary) -> varchar", "hex($1)"),
  from_hex: textOrBytes((text) => `unhex(~hex_text(${text}))`),
  to_base64: scalar("(varbinary) -> varchar", "base64($1)"),
  from_base64: textOrBytes((text) => `from_base64(~base64_text(${text}, ${text}))`),
  to_base64url: scalar("(varbinary) -> varchar", "replace(replace(base64($1), '+', '-'), '/', '_')"),
  from_base64url: textOrBytes(
    (text) => `from_base64(~base64_text(translate(${text}, '-_+/', '+/--'), ${text}))`,
  ),
  to_base32: scalar("(varbinary) -> varchar", "svc_to_base32($1)"),
  from_base32: textOrBytes((text) => `svc_from_base32(${text})`),
  to_big_endian_64: scalar("(bigint) -> varbinary", "svc_big_endian($1, 8)"),
  from_big_endian_64: scalar("(varbinary) -> bigint", "svc_from_big_endian($1, 8)"),
  to_big_endian_32: scalar("(bigint) -> varbinary", "svc_big_endian($1, 4)"),
  from_big_endian_32: scalar("(varbinary) -> integer", "CAST(svc_from_big_endian($1, 4) AS INTEGER)"),
});

import { family } from "../../functions/function-table.ts";

export const binary = family("functions/binary")`
crc32(binary) → bigint | CRC-32 | crc32(to_utf8('hello')) --> 907060870
  (varbinary) -> bigint = svc_crc32($1)
md5(binary) → varbinary | MD5 hash | to_hex(md5(to_utf8('hello'))) --> "5D41402ABC4B2A76B9719D911017C592"
  (varbinary) -> varbinary = unhex(md5($1))
sha1(binary) → varbinary | SHA-1 hash | to_hex(sha1(to_utf8('hello'))) --> "AAF4C61DDCC5E8A2DABEDE0F3B482CD9AEA9434D"
  (varbinary) -> varbinary = unhex(sha1($1))
sha256(binary) → varbinary | SHA-256 hash | to_hex(sha256(to_utf8('a'))) --> "CA978112CA1BBDCAFAC231B39A23DC4DA786EFF8147C4E72B9807785AFEE48BB"
  (varbinary) -> varbinary = unhex(sha256($1))
sha512(binary) → varbinary | SHA-512 hash | substr(to_hex(sha512(to_utf8('abc'))), 1, 16) --> "DDAF35A193617ABA"
  (varbinary) -> varbinary = svc_digest('sha512', $1)
xxhash64(binary) → varbinary | xxHash64 | to_hex(xxhash64(to_utf8('hello'))) --> "26C7827D889F6DA3"
  (varbinary) -> varbinary = svc_xxhash64($1)
hmac_md5(binary, key) → varbinary | HMAC with MD5 | to_hex(hmac_md5(to_utf8('what do ya want for nothing?'), to_utf8('Jefe'))) --> "750C783E6AB0B503EAA86E310A5DB738"
  (varbinary, varbinary) -> varbinary = svc_hmac('md5', $1, $2)
hmac_sha1(binary, key) → varbinary | HMAC with SHA-1 | to_hex(hmac_sha1(to_utf8('what do ya want for nothing?'), to_utf8('Jefe'))) --> "EFFCDF6AE5EB2FA2D27416D5F184DF9C259A7C79"
  (varbinary, varbinary) -> varbinary = svc_hmac('sha1', $1, $2)
hmac_sha256(binary, key) → varbinary | HMAC with SHA-256 | to_hex(hmac_sha256(to_utf8('data'), to_utf8('key'))) --> "5031FE3D989C6D1537A013FA6E739DA23463FDAEC3B70137D828E36ACE221BD0"
  (varbinary, varbinary) -> varbinary = svc_hmac('sha256', $1, $2)
hmac_sha512(binary, key) → varbinary | HMAC with SHA-512 | substr(to_hex(hmac_sha512(to_utf8('what do ya want for nothing?'), to_utf8('Jefe'))), 1, 16) --> "164B7A7BFCF819E2"
  (varbinary, varbinary) -> varbinary = svc_hmac('sha512', $1, $2)
to_hex(binary) → varchar | encoded | to_hex(from_base64('YQ')) --> "61"
  (varbinary) -> varchar = hex($1)
from_hex(string) → varbinary | decoded | from_hex('0aff') --> "0x0aff"
  (varchar) -> varbinary = unhex(~hex_text($1))
  (varbinary) -> varbinary = unhex(~hex_text(decode($1)))
to_base64(binary) → varchar | encoded | to_base64(to_utf8('hello')) --> "aGVsbG8="
  (varbinary) -> varchar = base64($1)
from_base64(string) → varbinary | decoded | from_base64('aGVsbG8=') --> "0x68656c6c6f"
  (varchar) -> varbinary = from_base64(~base64_text($1, $1))
  (varbinary) -> varbinary = from_base64(~base64_text(decode($1), decode($1)))
to_base64url(binary) → varchar | encoded, in the alphabet of URLs | to_base64url(from_hex('FBFF')) --> "-_8="
  (varbinary) -> varchar = replace(replace(base64($1), '+', '-'), '/', '_')
from_base64url(string) → varbinary | decoded, from the alphabet of URLs | from_base64url('-_8=') --> "0xfbff"
  (varchar) -> varbinary = from_base64(~base64_text(translate($1, '-_+/', '+/--'), $1))
  (varbinary) -> varbinary = from_base64(~base64_text(translate(decode($1), '-_+/', '+/--'), decode($1)))
to_base32(binary) → varchar | encoded | to_base32(to_utf8('abc')) --> "MFRGG==="
  (varbinary) -> varchar = svc_to_base32($1)
from_base32(string) → varbinary | decoded | from_base32('MFRGG===') --> "0x616263"
  (varchar) -> varbinary = svc_from_base32($1)
  (varbinary) -> varbinary = svc_from_base32(decode($1))
to_big_endian_64(x) → varbinary | a number as eight bytes | to_hex(to_big_endian_64(258)) --> "0000000000000102"
  (bigint) -> varbinary = svc_big_endian($1, 8)
from_big_endian_64(binary) → bigint | read as a number | from_big_endian_64(x'0000000000000001') --> 1
  (varbinary) -> bigint = svc_from_big_endian($1, 8)
to_big_endian_32(x) → varbinary | a number as four bytes | to_hex(to_big_endian_32(cast(258 as integer))) --> "00000102"
  (bigint) -> varbinary = svc_big_endian($1, 4)
from_big_endian_32(binary) → integer | read as a number | from_big_endian_32(x'00000001') --> 1
  (varbinary) -> integer = CAST(svc_from_big_endian($1, 4) AS INTEGER)
to_ieee754_64(x) → varbinary | a floating-point number as eight bytes | to_ieee754_64(1.0) --> "0x3ff0000000000000"
  (double) -> varbinary = svc_to_ieee754($1, 8)
to_ieee754_32(x) → varbinary | a floating-point number as four bytes | to_ieee754_32(real '1.0') --> "0x3f800000"
  (real) -> varbinary = svc_to_ieee754(CAST($1 AS DOUBLE), 4)
from_ieee754_64(binary) → double | read as a floating-point number | from_ieee754_64(x'3ff0000000000000') --> 1
  (varbinary) -> double = svc_from_ieee754($1, 8)
from_ieee754_32(binary) → real | read as a floating-point number | from_ieee754_32(x'3f800000') --> 1
  (varbinary) -> real = CAST(svc_from_ieee754($1, 4) AS FLOAT)
`;

import { isIPv4, isIPv6 } from "node:net";
import { refuse, script, type ScriptFunction } from "./script-function.ts";

/** Prefix of an IPv4-mapped IPv6 address. */
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255];

/** The 16 bytes of an IPv4 or IPv6 address; null if the text is not one. */
function bytesOf(text: string): readonly number[] | null {
  if (isIPv4(text)) return [...MAPPED, ...text.split(".").map(Number)];
  if (!isIPv6(text) || text.includes("%")) return null;
  const groups = text.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...parts: string[]) => {
    const [a, b, c, d] = parts.map(Number) as [number, number, number, number];
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head, tail] = groups.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const rest = tail ?? [];
  const zeros = Array.from({ length: 8 - head!.length - rest.length }, () => "0");
  return [...head!, ...zeros, ...rest].flatMap((group) => [
    parseInt(group, 16) >> 8,
    parseInt(group, 16) & 255,
  ]);
}

function textOf(bytes: Uint8Array): string {
  if (MAPPED.every((byte, i) => bytes[i] === byte)) return bytes.subarray(12).join(".");
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[2 * i]! << 8) | bytes[2 * i + 1]!).toString(16));
  // URL normalizes to the shortest form.
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}

function read(text: string): Uint8Array {
  const bytes = bytesOf(text);
  if (bytes === null) refuse(`Cannot cast value to IPADDRESS: ${text}`, "INVALID_CAST_ARGUMENT");
  return Uint8Array.from(bytes);
}

function contains(network: string, address: Uint8Array): boolean {
  const [text = "", bits = ""] = network.split("/");
  const base = bytesOf(text);
  const most = isIPv4(text) ? 32 : 128;
  if (base === null || !/^\d{1,3}$/.test(bits) || Number(bits) > most) refuse(`Invalid CIDR: ${network}`);
  const prefix = Number(bits) + 128 - most;
  const at = (bytes: ArrayLike<number>, bit: number): number => (bytes[bit >> 3]! >> (7 - (bit & 7))) & 1;
  // Trino refuses bits past the prefix in addresses of the older version only.
  for (let bit = prefix; most === 32 && bit < 128; bit++)
    if (at(base, bit) !== 0) refuse(`Invalid CIDR: ${network}`);
  for (let bit = 0; bit < prefix; bit++) if (at(base, bit) !== at(address, bit)) return false;
  return true;
}

/** IP addresses are stored as 16 bytes, which sort like the addresses. */
export const ADDRESS_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  svc_ip_address: script("(text) -> binary", (text) => read(text)),
  svc_ip_bytes: script("(binary) -> binary", ({ bytes }) => {
    if (bytes.length !== 4 && bytes.length !== 16)
      refuse(`Invalid IP address binary length: ${bytes.length}`, "INVALID_CAST_ARGUMENT");
    return Uint8Array.from(bytes.length === 4 ? [...MAPPED, ...bytes] : bytes);
  }),
  svc_ip_text: script("(binary) -> text", ({ bytes }) => textOf(bytes)),
  svc_network_contains: script("(text, binary) -> boolean", (network, { bytes }) => contains(network, bytes)),
};

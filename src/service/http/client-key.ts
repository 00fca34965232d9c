import { Fault } from "../../engine/errors/fault.ts";

const KEY = /^[\w-]{1,64}$/;

/** A key that the client made up, from a header; null if the request has none. @throws Fault `bad_request` */
export function clientKey({ headers }: Request, header: string): string | null {
  const key = headers.get(header);
  if (key === null || KEY.test(key)) return key;
  throw new Fault("bad_request", `${header} is a key of at most 64 letters, digits, "_" and "-".`);
}

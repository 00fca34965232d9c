import { ByteAccount, type Claim } from "../../../src/service/limits/byte-account.ts";

/** A request as routes get it, with a claim of an account of its own. */
export function received(request: Request): { readonly request: Request; readonly memory: Claim } {
  return { request, memory: new ByteAccount().claim("user", "me") };
}

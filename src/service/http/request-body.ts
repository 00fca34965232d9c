import { Fault } from "../errors/fault.ts";

/**
 * The bytes of a request's body; who stops reading cancels the rest.
 *
 * @throws Fault `bad_request` when it breaks off: the client has left, which is no fault of the service.
 */
export async function* requestBody(request: Request): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of request.body ?? []) yield chunk as Uint8Array;
  } catch (cause) {
    const fault = new Fault("bad_request", "The request's body broke off before its end.");
    fault.cause = cause;
    throw fault;
  }
}

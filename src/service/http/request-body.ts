import { Fault } from "../errors/fault.ts";

/** The bytes of a request's body. @throws Fault `bad_request` when it breaks off: the client has left, which is no fault of the service. */
export async function* requestBody(request: Request): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        const fault = new Fault("bad_request", "The request's body broke off before its end.");
        fault.cause = cause;
        throw fault;
      });
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** Called when the body of an answer, whose head has been sent already, can't be made to its end. */
type OnBroken = (error: unknown) => void;

const onBroken = new WeakMap<Response, OnBroken>();

/**
 * An answer whose body is made while it is sent. Its first piece is there before the answer is: what can't be made at all is a fault of the
 * request, and not an empty body.
 */
export async function streamResponse(body: AsyncIterable<Uint8Array>, init: ResponseInit): Promise<Response> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  let next: IteratorResult<Uint8Array, undefined> | null = await pieces.next();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = next ?? (await pieces.next());
          next = null;
          if (done === true) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          const broken = onBroken.get(response);
          if (broken === undefined) return controller.error(error);
          broken(error);
          controller.close();
        }
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  const response = new Response(stream, init);
  return response;
}

/** Says what happens when the body of an answer breaks off; otherwise reading it fails. */
export function whenBroken(response: Response, broken: OnBroken): void {
  onBroken.set(response, broken);
}

/** Memory of a reply that is streamed: its pieces on their way. */
const STREAM_BYTES = 512 * 1024;

/** Memory of a reply of so many bytes that is streamed. */
export const streamBytes = (size = Infinity): number => Math.min(size, STREAM_BYTES);

/** Called when a body fails after the head has been sent. */
type OnBroken = (error: unknown) => void;

const onBroken = new WeakMap<Response, OnBroken>();

/**
 * A reply whose body is streamed. Waits for the first chunk, so that a body which fails at once becomes an error reply instead of an empty
 * body.
 */
export async function streamResponse(body: AsyncIterable<Uint8Array>, init: ResponseInit): Promise<Response> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  let next: IteratorResult<Uint8Array, undefined> | null = await pieces.next();
  let isCanceled = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = next ?? (await pieces.next());
          next = null;
          // The reader left while the piece was made, and the stream takes no more.
          if (isCanceled) return;
          if (done === true) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          if (isCanceled) return;
          const broken = onBroken.get(response);
          if (broken === undefined) return controller.error(error);
          broken(error);
          controller.close();
        }
      },
      async cancel() {
        isCanceled = true;
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  const response = new Response(stream, init);
  return response;
}

/** Sets the callback for a body that fails midway; without one, reading the body fails. */
export function whenBroken(response: Response, broken: OnBroken): void {
  onBroken.set(response, broken);
}

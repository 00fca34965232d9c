import { expect, test } from "@jest/globals";
import type { Transport } from "../../../src/core/http/transport.ts";
import { watchWork } from "../../../src/core/interrupt/watched-work.ts";
import { openLibrary } from "../../../src/kernel/kernels/child-library.ts";
import type { NotebookHost } from "../../../src/magics/notebook-host.ts";

test("an expected chart is prepared once a query runs", async () => {
  let prepared = 0;
  const library = openLibrary(
    {} as NotebookHost,
    () => undefined,
    () => null,
    () => void prepared++,
  );
  const options = {
    resolveTarget: () => Promise.resolve({ apikey: "1/key", endpoint: "http://127.0.0.1" }),
    authorize: () => ({}),
  };
  const query = async (): Promise<void> => {
    const transport = { options, echoesRequestIds: false } as unknown as Transport;
    const over = await watchWork(transport, { method: "DELETE", path: "/" });
    over();
  };
  await query();
  library.expectChart();
  expect(prepared).toBe(0);
  await query();
  expect(prepared).toBe(1);
});

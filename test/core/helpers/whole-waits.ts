import { afterEach, beforeEach, jest } from "@jest/globals";

/** Retry delays are random; in this file's tests each takes its maximum. */
export function wholeWaits(): void {
  let random: { mockRestore: () => void };
  beforeEach(() => {
    random = jest.spyOn(Math, "random").mockReturnValue(1);
  });
  afterEach(() => random.mockRestore());
}

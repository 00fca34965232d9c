import { afterEach, beforeEach, jest } from "@jest/globals";

/** Waits between attempts are random; in this file's tests each is as long as it can be. */
export function wholeWaits(): void {
  let random: { mockRestore: () => void };
  beforeEach(() => {
    random = jest.spyOn(Math, "random").mockReturnValue(1);
  });
  afterEach(() => random.mockRestore());
}

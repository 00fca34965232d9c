import { expect, test } from "@jest/globals";
import { RunningDisplays } from "../../../src/kernel/cells/running-displays.ts";
import { createMessage } from "../../../src/kernel/wire/message.ts";

const message = (type: string, id: string, html: string, text: string) =>
  createMessage(
    type,
    { data: { "text/html": html, "text/plain": text }, transient: { display_id: id } },
    "s",
  );
const RUNNING = '<div><progress max="100" value="5"></progress> …</div>';

test("the progress of what runs is ended once, by its latest name", () => {
  const displays = new RunningDisplays();
  displays.note(message("display_data", "a", RUNNING, "presto: queued"));
  displays.note(message("update_display_data", "a", RUNNING, "presto job 42: running: 5 %"));
  displays.note(message("display_data", "b", RUNNING, "upload: 5 rows"));
  displays.note(message("update_display_data", "b", "<div>done</div>", "upload: 9 rows"));
  displays.note(message("display_data", "c", "<table></table>", "a table: 1 row"));
  displays.note(message("stream", "d", RUNNING, "x: y"));
  expect(displays.end()).toEqual([
    {
      data: { "text/plain": "presto job 42: ended with the kernel" },
      metadata: {},
      transient: { display_id: "a" },
    },
  ]);
  expect(displays.end()).toEqual([]);
});

test("displays without data or an id are none", () => {
  const displays = new RunningDisplays();
  displays.note(createMessage("display_data", {}, "s"));
  expect(displays.end()).toEqual([]);
});

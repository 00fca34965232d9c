import type { NotebookHost } from "../../../magics/notebook-host.ts";
import { outputOf } from "../show-value.ts";
import type { CellServer } from "./cell-server.ts";
import type { CellWork } from "../cell-work.ts";
import type { NotebookNames } from "./notebook-names.ts";

/** The notebook as magics access it inside tslab. */
export function tslabHost(server: CellServer, names: NotebookNames, work: CellWork): NotebookHost {
  return {
    display: (bundle, { displayId, update = false } = {}) => {
      const transient = displayId === undefined ? {} : { display_id: displayId };
      server.display({ ...outputOf(bundle), transient }, update);
    },
    beforeEnd: work.start,
    print: (text, stream = "stdout") => void process[stream].write(text),
    bind: (name, value, type) => {
      server.locals[name] = value;
      names.bind(name, type);
    },
    variable: (name) =>
      names.isDeclared(name) && name in server.locals ? { value: server.locals[name] } : null,
  };
}

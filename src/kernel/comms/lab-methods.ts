import type { Client } from "../../core/client.ts";
import { VERSION } from "../../core/version.ts";
import { columnsWithTime } from "../../magics/known-catalogue.ts";
import type * as CellMagics from "../cells/cell-magics.ts";
import type { CatalogueCache } from "../completion/catalogue-cache.ts";
import type { MagicAnswers } from "../completion/magic-answers.ts";
import { textField } from "../wire/message.ts";
import type { NotebookState } from "../cells/notebook-state.ts";
import type { CommMethods } from "./comms.ts";
import type { Grids } from "./grids.ts";

export interface LabParts {
  readonly magics: typeof CellMagics;
  readonly answers: Pick<MagicAnswers, "completions" | "scopeOf">;
  readonly catalogue: Pick<CatalogueCache, "databases" | "tables" | "settled">;
  readonly state: NotebookState;
  readonly grids: Grids;
  readonly connect: () => Promise<Pick<Client, "list_jobs" | "get_job">>;
}

/** How long the panel waits for lists that were never fetched. */
const LIST_WAIT_MS = 10_000;
const CHECK_WAIT_MS = 2_000;

/** Methods for JupyterLab's extension. None waits for a running cell. */
export function labMethods(parts: LabParts): CommMethods {
  const { answers, catalogue, connect, grids, magics, state } = parts;
  const jobNumber = (value: unknown): number => {
    if (!Number.isSafeInteger(value)) throw new Error(`the job id ${JSON.stringify(value)} is not a number`);
    return value as number;
  };
  return {
    hello: () => ({ version: VERSION, grids: grids.open() }),
    check: async (params) => {
      const code = textField(params, "code");
      const scope = await answers.scopeOf(code);
      return catalogue.settled(CHECK_WAIT_MS, () => magics.checkCell(code, catalogue, scope));
    },
    complete: (params) => answers.completions(textField(params, "code"), Number(params["offset"])),
    databases: () =>
      catalogue.settled(LIST_WAIT_MS, () => ({ databases: catalogue.databases, current: state.database })),
    tables: (params) =>
      catalogue.settled(LIST_WAIT_MS, () => {
        const tables = catalogue.tables(textField(params, "database"));
        return tables?.map((table) => ({ ...table, columns: columnsWithTime(table) })) ?? null;
      }),
    jobs: async () => {
      const jobs = await (await connect()).list_jobs({ from: 0, to: 99 });
      return jobs
        .filter((job) => magics.isMine(job))
        .map(({ job_id, status, type, query }) => ({ job_id, status, type, query: query.slice(0, 500) }));
    },
    stop: async (params) => {
      await (await (await connect()).get_job(jobNumber(params["job"]))).kill();
      return null;
    },
    grid: (params) => grids.ask(params),
  };
}

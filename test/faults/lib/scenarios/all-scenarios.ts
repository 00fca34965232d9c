import type { Scenario } from "../run-seed.ts";
import { interruptRead, killJob, waitForJob } from "./control-job.ts";
import { download, downloadParts } from "./download.ts";
import { listing } from "./listing.ts";
import { queryDirect } from "./query-direct.ts";
import { readQuery } from "./read-query.ts";
import { bulkImport, insertInto, replaceTable } from "./write-table.ts";

/** All scenarios, each with its share of the runs. */
export const SCENARIOS: readonly { readonly scenario: Scenario<unknown>; readonly share: number }[] = [
  { scenario: listing, share: 0.12 },
  { scenario: readQuery, share: 0.2 },
  { scenario: queryDirect, share: 0.2 },
  { scenario: waitForJob, share: 0.08 },
  { scenario: killJob, share: 0.04 },
  { scenario: interruptRead, share: 0.03 },
  { scenario: download, share: 0.08 },
  { scenario: downloadParts, share: 0.05 },
  { scenario: bulkImport, share: 0.1 },
  { scenario: insertInto, share: 0.07 },
  { scenario: replaceTable, share: 0.03 },
] as readonly { scenario: Scenario<unknown>; share: number }[];

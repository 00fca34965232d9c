// This folder: one record per magic: options, help, completion, program.

import type { MagicRecord } from "../cell/magic-record.ts";
import {
  LOAD_EXT,
  LSMAGIC,
  RELOAD_EXT,
  SVC_DATABASES,
  SVC_JOBS,
  SVC_PROFILE,
  SVC_TABLES,
  SVC_USE,
} from "./line-magics.ts";
import { queryCommand } from "./program/query-command.ts";
import { SVC_JOB } from "./svc-job.ts";
import { SVC_LOCAL } from "./svc-local.ts";

/** All magics, in listing order. */
export const ALL_MAGICS: readonly MagicRecord[] = [
  SVC_DATABASES,
  SVC_TABLES,
  SVC_JOBS,
  SVC_USE,
  SVC_JOB,
  queryCommand("hive", "Hive"),
  queryCommand("presto", "Presto"),
  SVC_LOCAL,
  SVC_PROFILE,
  LSMAGIC,
  LOAD_EXT,
  RELOAD_EXT,
];

/** The record of a magic by its name without percent signs, or null. */
export function findMagic(name: string): MagicRecord | null {
  return ALL_MAGICS.find((record) => record.name === name) ?? null;
}

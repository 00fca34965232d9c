import type { MagicRecord } from "../cell/magic-record.ts";
import { LOAD_EXT, RELOAD_EXT } from "./load-ext.ts";
import { LSMAGIC } from "./lsmagic.ts";
import { SVC_DATABASES } from "./svc-databases.ts";
import { SVC_HIVE } from "./svc-hive.ts";
import { SVC_JOB } from "./svc-job.ts";
import { SVC_JOBS } from "./svc-jobs.ts";
import { SVC_PRESTO } from "./svc-presto.ts";
import { SVC_PROFILE } from "./svc-profile.ts";
import { SVC_TABLES } from "./svc-tables.ts";
import { SVC_USE } from "./svc-use.ts";

/** All magics, in listing order. */
export const ALL_MAGICS: readonly MagicRecord[] = [
  SVC_DATABASES,
  SVC_TABLES,
  SVC_JOBS,
  SVC_USE,
  SVC_JOB,
  SVC_HIVE,
  SVC_PRESTO,
  SVC_PROFILE,
  LSMAGIC,
  LOAD_EXT,
  RELOAD_EXT,
];

/** The record of a magic by its name without percent signs, or null. */
export function findMagic(name: string): MagicRecord | null {
  return ALL_MAGICS.find((record) => record.name === name) ?? null;
}

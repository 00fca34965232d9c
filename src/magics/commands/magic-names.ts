/** Names of all magics, without percent signs; separate, so that finding magics loads nothing else. */
export const MAGIC_NAMES: ReadonlySet<string> = new Set([
  "svc_databases",
  "svc_tables",
  "svc_jobs",
  "svc_use",
  "svc_job",
  "svc_hive",
  "svc_presto",
  "svc_profile",
  "lsmagic",
  "load_ext",
  "reload_ext",
]);

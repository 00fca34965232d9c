// Entry "svclib/pandas_td/ipython": the magics as functions, and what the programs of the magics are made of.
export { display, show_code } from "./display/display.ts";
export { engine_on, job_engine } from "./engine-on.ts";
export { load_ipython_extension, lsmagic, magic_help } from "./help.ts";
export { svc_databases } from "./listing/svc-databases.ts";
export { svc_tables } from "./listing/svc-tables.ts";
export { magic_context, MagicContext } from "./magic-context.ts";
export { dropna } from "./result/dropna.ts";
export { set_timezone } from "./result/set-timezone.ts";
export { time_index } from "./result/time-index.ts";
export { time_to_date } from "./result/time-to-date.ts";

export type { ListingOptions } from "./listing/listing-options.ts";

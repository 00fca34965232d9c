// This folder: magics: a line to a program over core's functions, run in the user's kernel; what they show. It may use core, dialect and the system.
// Begin with cell/ for reading, commands/ for what each does.

/**
 * The magics as functions, and the functions that translated magics call.
 *
 * @module svclib/pandas_td/ipython
 */
export { display, show_code } from "./display/display.ts";
export { engine_on, job_engine } from "./engine-on.ts";
export { load_ipython_extension, lsmagic, magic_help } from "./help.ts";
export { svc_databases } from "./listing/svc-databases.ts";
export { svc_jobs } from "./listing/svc-jobs.ts";
export { svc_profile } from "./listing/svc-profile.ts";
export { svc_tables } from "./listing/svc-tables.ts";
export { svc_use } from "./listing/svc-use.ts";
export { magic_context, MagicContext } from "./magic-context.ts";
export { MagicTable, type ReadRowsOptions } from "./magic-table.ts";
export { show_spec } from "./plot/plain-spec.ts";
export { plot, show_plot } from "./plot/plot.ts";
export { verbose_progress } from "./progress/watch-progress.ts";
export { checkFile as check_file } from "../core/files/replace-file.ts";
export { dropna } from "./result/dropna.ts";
export { pivot } from "./result/pivot/pivot.ts";
export { save } from "./result/save/save.ts";
export { say_result } from "./result/say-result.ts";
export { set_timezone } from "./result/set-timezone.ts";
export { time_index } from "./result/time-index.ts";
export { time_to_date } from "./result/time-to-date.ts";

export type { JobsOptions } from "./listing/svc-jobs.ts";
export type { ListingOptions } from "./listing/list-table.ts";
export type { MimeBundle } from "./display/displayable.ts";
export type { Chart } from "./vega/chart.ts";
export type { VegaLiteSpec } from "./vega/vega-lite-spec.ts";
export type { Mark, PlotOptions } from "./plot/plot-options.ts";

import { UsageError } from "../../core/errors.ts";
import type { MagicRecord, TranslationInput } from "../cell/magic-record.ts";
import type { Program } from "../cell/program.ts";
import { RESULT_OPTIONS } from "./program/common-options.ts";
import { connectionCode } from "./program/engine-code.ts";
import { resultProgram } from "./program/result-program.ts";

export const SVC_JOB: MagicRecord = {
  name: "svc_job",
  kind: "line",
  summary: "Gets the result of a job, and waits for it when the job is still running",
  details: ["A column called time becomes a date, and the index."],
  positional: { name: "job_id", kind: "job", required: true, help: "number of the job" },
  options: RESULT_OPTIONS,
  examples: ["%svc_job 1234", "df = %svc_job 1234", "%svc_job 1234 -O result.csv"],
  translate,
};

function translate(input: TranslationInput): Program {
  const { positional, switches, names } = input;
  if (positional?.kind === "text" && !/^\d{1,15}$/.test(positional.text))
    throw new UsageError(`job_id must be a whole number, not '${positional.text}'`);
  const id = positional?.kind === "variable" ? positional.name : String(Number(positional?.text));
  const con = connectionCode(input) ?? `${names.magic("magic_context")}.connect()`;
  const quiet = switches.has("quiet") ? ["show_progress: false"] : [];
  const optionsOf = (fields: readonly string[]): string =>
    fields.length === 0 ? "" : `{ ${fields.join(", ")} }`;
  const limitField = (limit: string | null): string[] => (limit === null ? [] : [`limit: ${limit}`]);
  const program = resultProgram(input, {
    engine: `${names.magic("job_engine")}(${con}${quiet.length === 0 ? "" : `, ${optionsOf(quiet)}`})`,
    read: (limit) =>
      `${names.core("read_svc_job")}(${[id, names.of("engine"), optionsOf(limitField(limit))].filter(Boolean).join(", ")})`,
    stream: (limit) =>
      `(await ${names.of("engine")}.client.get_job(${id})).stream(${optionsOf([...limitField(limit), ...quiet])})`,
  });
  return input.values.has("connection") || positional?.kind === "variable"
    ? program
    : { ...program, rows: { job: Number(id) } };
}

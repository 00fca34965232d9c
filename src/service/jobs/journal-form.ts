import { JOB_STATUSES, JOB_TYPES, type Job } from "./job.ts";

type Validator = (value: unknown) => boolean;

const text: Validator = (value) => typeof value === "string";
const flag: Validator = (value) => typeof value === "boolean";
const number: Validator = (value) => typeof value === "number";
const oneOf =
  (values: readonly string[]): Validator =>
  (value) =>
    values.includes(value as string);
const orNull =
  (form: Validator): Validator =>
  (value) =>
    value === null || form(value);
const columns: Validator = (value) =>
  Array.isArray(value) &&
  value.every(
    (column: { name?: unknown; type?: unknown } | null) => text(column?.name) && text(column?.type),
  );

/** Validators of a job's fields in the journal. */
const FORMS: { readonly [Field in keyof Required<Job>]: Validator } = {
  id: (value) => typeof value === "string" && /^\d{1,15}$/.test(value),
  type: oneOf(JOB_TYPES),
  database: text,
  query: text,
  priority: number,
  retryLimit: number,
  domainKey: orNull(text),
  scheduledTimeMs: number,
  userName: text,
  mayWrite: flag,
  createdAtMs: number,
  status: oneOf(JOB_STATUSES),
  startedAtMs: orNull(number),
  endedAtMs: orNull(number),
  columns: orNull(columns),
  rowCount: orNull(number),
  readsBlocks: flag,
  resultSize: orNull(number),
  blocksSize: orNull(number),
  output: text,
  fault: orNull(text),
};

/** Fields added in later versions, and those that are omitted when empty. */
const OPTIONAL: readonly string[] = ["scheduledTimeMs", "readsBlocks", "blocksSize"];

/** The first field of a line with an invalid value; null if there is none. Unknown fields are kept. */
export function invalidField(line: object): string | null {
  for (const [field, value] of Object.entries(line) as [string, unknown][])
    if (Object.hasOwn(FORMS, field) && !FORMS[field as keyof Job](value)) return field;
  return null;
}

/** A required field that the job lacks; null if it has all. */
export function missingField(job: object): string | null {
  return Object.keys(FORMS).find((field) => !(field in job) && !OPTIONAL.includes(field)) ?? null;
}

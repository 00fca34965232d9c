/** `2024-05-06 07:08:09 UTC`: the form of most times of jobs, databases and tables. */
export function wireTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** `2024-05-06T07:08:09Z`: the form of a table's import and log times. */
export function wireIsoTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}

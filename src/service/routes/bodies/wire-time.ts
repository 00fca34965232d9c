/** `2024-05-06 07:08:09 UTC`: how jobs, databases and tables carry most of their times. */
export function wireTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** `2024-05-06T07:08:09Z`: how a table carries its import and log times. */
export function wireIsoTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}

/** Functions of `op` that read a time as it is shown; their namesakes with `utc` read it in UTC. */
export const TIME_PARTS: readonly string[] = [
  "year", "quarter", "month", "week", "date", "dayofyear", "dayofweek", "hours", "minutes", "seconds", "milliseconds",
]; // prettier-ignore

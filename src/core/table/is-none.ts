/** Whether a value is missing: null, undefined or an invalid date. */
export const isNone = (value: unknown): boolean =>
  value === null || value === undefined || (value instanceof Date && Number.isNaN(value.getTime()));

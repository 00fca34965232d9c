/** Whether any of `values` is NaN. The engine's statistics fail on non-finite numbers; in the dialects they return NaN. */
export const hasNaN = (values: string): string => `isnan(@sum(${values}))`;

export const finite = (value: string): string => `CASE WHEN isfinite(${value}) THEN ${value} END`;

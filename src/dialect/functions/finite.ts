/** Whether a value among them is not finite: the engine refuses those, in the dialects the answer is NaN. */
export const wild = (values: string): string => `isnan(@sum(${values}))`;

export const finite = (value: string): string => `CASE WHEN isfinite(${value}) THEN ${value} END`;

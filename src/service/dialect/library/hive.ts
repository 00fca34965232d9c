export const HIVE_MACROS: Readonly<Record<string, string>> = {};

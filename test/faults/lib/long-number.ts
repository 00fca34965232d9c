/** Size of a long test: the environment variable, else the default. */
export function longNumber(name: string, full: number): number {
  const text = process.env[name];
  if (text === undefined || text === "") return full;
  if (!/^\d+$/.test(text)) throw new Error(`${name} must be a whole number, not ${text}`);
  return Number(text);
}

/** The parameter names and the body of a translated lambda, for functions that write it out in another form. */
export function lambdaParts(sql: string): { names: string[]; body: string } {
  const match = /^lambda ([\w, ]*): /.exec(sql);
  if (match === null) throw new Error(`not a lambda: ${sql}`);
  return { names: match[1]!.split(", ").filter((name) => name !== ""), body: sql.slice(match[0].length) };
}

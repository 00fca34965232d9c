/** Address of a real engine, from the environment. Throws if it is unset: a test that did not run has not passed. */
export function engineUrl(name: string): string {
  const url = process.env[name];
  if (url === undefined || url === "")
    throw new Error(`${name} is not set: run these tests through npm run test:engines.`);
  return url;
}

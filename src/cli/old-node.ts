/** The first version of each line of Node.js that svclib's packages run on; `engines` in package.json says the same. */
const FIRST_VERSIONS = [
  [20, 19],
  [22, 12],
  [24, 0],
] as const;

/** Error text for a version of Node.js that svclib does not support; null for a supported one. */
export function oldNode(version: string = process.versions.node): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const fits = FIRST_VERSIONS.some(([line, first]) => major === line && minor >= first) || major > 24;
  return fits
    ? null
    : `this is Node.js ${version}, and svclib needs 20.19, 22.12, 24 or a newer version of these lines (https://nodejs.org)`;
}

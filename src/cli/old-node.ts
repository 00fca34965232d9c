/** Error text for a version of Node.js that svclib does not support; null for a supported one. */
export function oldNode(version: string = process.versions.node): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 17)) return null;
  return `this is Node.js ${version}, and svclib needs 20.17 or newer (https://nodejs.org)`;
}

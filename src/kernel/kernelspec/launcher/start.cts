// node start.cjs MAIN ...: starts a kernel of svclib whose module is MAIN, or that of another installation where an upgrade took this one away.
// With --find it prints the module instead. It is copied beside kernel.json, so it imports nothing of the package.
const fs = process.getBuiltinModule("node:fs");
const path = process.getBuiltinModule("node:path");
const url = process.getBuiltinModule("node:url");
const [recorded = "", ...rest] = process.argv.slice(2);
const { dirname, join, sep } = path;

/** Folders with packages in which svclib may be: those of global installs, and npx's, which has one for each set of packages. */
function places(): string[] {
  // The path that Node.js was started by, and the one that this leads to.
  const bins = [...new Set([process.argv0, process.execPath].filter(path.isAbsolute).map(dirname))];
  const global =
    sep === "\\"
      ? [join(process.env["APPDATA"] ?? "", "npm"), ...bins]
      : bins.map((bin) => join(dirname(bin), "lib"));
  const npx = `${recorded.split(`${sep}_npx${sep}`)[0]}${sep}_npx`;
  const sets = fs.existsSync(npx) ? fs.readdirSync(npx).map((name) => join(npx, name)) : [];
  return [...global, ...sets].map((folder) => join(folder, "node_modules"));
}

const MAIN = join("svclib", "dist", "kernel", "main.js");
const others = places().flatMap((place) => [
  join(place, MAIN),
  join(place, "svclib-jupyter", "node_modules", MAIN),
]);
const main = [recorded, ...others].find(fs.existsSync);
if (main === undefined) {
  process.stderr.write(
    `svclib: the kernel can't start: ${recorded} no longer exists, and svclib is not in ${places().join(", ")}; install it (npm install -g svclib-jupyter), then: svclib kernel install\n`,
  );
  process.exitCode = 1;
} else if (rest.includes("--find")) {
  process.stdout.write(`${main}\n`);
} else {
  process.argv.splice(1, 2, main);
  void import(url.pathToFileURL(main).href);
}

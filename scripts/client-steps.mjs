import { readFileSync } from "node:fs";

/**
 * One line for each client: how many of its steps passed.
 * @param file what jest wrote with `--json`; the outermost `describe` of a test is the client's name.
 */
export function clientLines(file) {
  const clients = new Map();
  for (const { assertionResults } of JSON.parse(readFileSync(file, "utf8")).testResults) {
    for (const { ancestorTitles, title, status } of assertionResults) {
      const [name = title] = ancestorTitles;
      const counts = clients.get(name) ?? { passed: 0, steps: 0 };
      clients.set(name, { passed: counts.passed + (status === "passed" ? 1 : 0), steps: counts.steps + 1 });
    }
  }
  return [...clients].map(
    ([name, { passed, steps }]) =>
      `clients: ${name}: ${passed === steps ? "passed" : "FAILED"}, ${passed} of ${steps} steps`,
  );
}

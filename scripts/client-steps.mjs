import { readFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * One line per client: how many of its steps passed.
 * @param file a report of Jest; the outermost `describe` of a test is the client's name.
 */
export function clientLines(file) {
  const clients = new Map();
  const unread = [];
  for (const { assertionResults, name, status, message } of JSON.parse(readFileSync(file, "utf8"))
    .testResults) {
    if (status === "failed" && assertionResults.length === 0)
      unread.push([basename(name), firstLine(message)]);
    for (const { ancestorTitles, title, status } of assertionResults) {
      const [name = title] = ancestorTitles;
      const counts = clients.get(name) ?? { passed: 0, steps: 0 };
      clients.set(name, { passed: counts.passed + (status === "passed" ? 1 : 0), steps: counts.steps + 1 });
    }
  }
  return [
    ...[...clients].map(
      ([name, { passed, steps }]) =>
        `clients: ${name}: ${passed === steps ? "passed" : "FAILED"}, ${passed} of ${steps} steps`,
    ),
    ...unread.map(([name, reason]) => `clients: ${name}: FAILED before its first step: ${reason}`),
  ];
}

/** The first line of a message. */
const firstLine = (message) =>
  message
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "") ?? "no reason";

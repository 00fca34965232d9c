import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

interface Woothee {
  readonly parse: (agent: string) => Record<string, string>;
}

/** A few of Woothee's patterns take the square of the length: some 4 ms for so many characters, seconds for 100,000. */
const MAX_LENGTH = 8192;

/**
 * Parses a user agent by Woothee, whose fields are those of the hosted service: `category`, `name`, `os`, `os_version`, `vendor` and
 * `version`; UNKNOWN for what it does not give. Reads the first 8,192 characters.
 */
export function parseUserAgent(agent: string): Record<string, string> {
  // Loaded with the first call: it takes 10 ms, and few statements need it.
  const { parse } = require("woothee") as Woothee;
  return Object.fromEntries(Object.entries(parse(agent.slice(0, MAX_LENGTH))).sort());
}

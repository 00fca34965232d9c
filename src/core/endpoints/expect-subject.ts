import { DecodeError } from "../errors.ts";
import { readText } from "./read-field.ts";

/**
 * Checks that a reply names the subject of its request, if it names one. Some services write names in lower case.
 *
 * @throws DecodeError when it is about something else: an answer to another request, delivered late or twice.
 */
export function expectSubject(what: string, found: unknown, wanted: string): void {
  const subject = readText(found);
  if (subject === null || subject.toLowerCase() === wanted.toLowerCase()) return;
  throw new DecodeError(
    `${what} failed: the reply is about ${subject}; something between here and the service mixes answers up`,
  );
}

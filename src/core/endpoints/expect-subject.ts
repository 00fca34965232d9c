import { DecodeError } from "../errors.ts";
import { readTextField } from "./read-field.ts";

/**
 * Checks that a reply, if it names a subject, names that of its request. Case is ignored: some services lowercase names.
 *
 * @throws DecodeError for another subject: a stale or duplicate reply to another request.
 */
export function expectSubject(what: string, found: unknown, wanted: string): void {
  const subject = readTextField(found);
  if (subject === null || subject.toLowerCase() === wanted.toLowerCase()) return;
  throw new DecodeError(
    `${what} failed: the reply is about ${subject}; a proxy or cache on the way may mix up replies: try without it`,
  );
}

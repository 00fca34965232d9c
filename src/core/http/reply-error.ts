import {
  AlreadyExistsError,
  AuthError,
  ForbiddenError,
  HttpError,
  NotFoundError,
  type HttpFailure,
} from "../errors.ts";

const CLASS_BY_STATUS = new Map<number, typeof HttpError>([
  [401, AuthError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [409, AlreadyExistsError],
]);

/** The text meant for people in an error reply: JSON `message`, else `error`, else the body itself, on one line. */
function messageOf(body: string): string {
  try {
    const parsed = JSON.parse(body) as { message?: unknown; error?: unknown } | null;
    for (const text of [parsed?.message, parsed?.error]) {
      if (typeof text === "string" && text.trim() !== "") return text.trim();
    }
  } catch {
    // Not JSON: proxies and gateways answer text or HTML.
  }
  const text = body
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
}

/** The error for a reply that is not a success. `what` names the operation, such as `list tables of web_logs`. */
export function replyError(what: string, failure: HttpFailure, note = ""): HttpError {
  const said = messageOf(failure.body);
  const status = `HTTP ${failure.status}, ${failure.method} ${failure.path}`;
  const ErrorClass = CLASS_BY_STATUS.get(failure.status) ?? HttpError;
  return new ErrorClass(
    `${what} failed: ${said === "" ? "the service gave no reason" : said} (${status})${note}`,
    failure,
  );
}

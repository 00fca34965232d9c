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

/** Fields with the reason, most specific first; `error` is often just the status text. */
const REASON_FIELDS = "message text detail error_description description reason error errors msg title".split(
  " ",
);

/** The first reason in a reply's JSON, also of a nested error. */
function reasonIn(value: unknown): string | null {
  if (typeof value === "string") return value.trim() || null;
  if (typeof value !== "object" || value === null) return null;
  const fields = Array.isArray(value)
    ? (value as unknown[])
    : REASON_FIELDS.map((name) => (value as Record<string, unknown>)[name]);
  for (const field of fields) {
    const reason = reasonIn(field);
    if (reason !== null) return reason;
  }
  return null;
}

/** An error reply's message: from its JSON, else the body, on one line. */
function messageOf(body: string): string {
  let text = body;
  try {
    const parsed: unknown = JSON.parse(body);
    const isEmpty = typeof parsed !== "object" || parsed === null || Object.keys(parsed).length === 0;
    const reason = reasonIn(parsed);
    if (reason !== null) return reason;
    if (isEmpty) text = "";
  } catch {
    // Not JSON: proxies and gateways reply with text or HTML.
  }
  text = text
    .replace(/<(style|script)\b[^]*?<\/\1>/gi, " ")
    .replace(/<[^<>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
}

/** The error for an unsuccessful reply. `what` names the operation, such as `list tables of web_logs`. */
export function replyError(what: string, failure: HttpFailure, note = ""): HttpError {
  const message = messageOf(failure.body);
  const status = `HTTP ${failure.status}, ${failure.method} ${failure.path}`;
  const ErrorClass = CLASS_BY_STATUS.get(failure.status) ?? HttpError;
  return new ErrorClass(
    `${what} failed: ${message === "" ? "the service gave no reason" : message} (${status})${note}`,
    failure,
  );
}

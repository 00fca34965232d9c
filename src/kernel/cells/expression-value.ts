import type { ErrorContent } from "./error-content.ts";
import type { Content } from "../wire/message.ts";

/** What a reply says of a user expression that has a value. */
export const shownValue = (data: Content): Content => ({ status: "ok", data, metadata: {} });

/** What a reply says of a user expression that failed. */
export const failedValue = (error: ErrorContent): Content => ({ status: "error", ...error });

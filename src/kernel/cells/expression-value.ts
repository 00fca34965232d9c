import type { ErrorContent } from "./error-content.ts";
import type { Content } from "../wire/message.ts";

/** Content of a user expression's value in a reply. */
export const shownValue = (data: Content): Content => ({ status: "ok", data, metadata: {} });

/** Content of a failed user expression in a reply. */
export const failedValue = (error: ErrorContent): Content => ({ status: "error", ...error });

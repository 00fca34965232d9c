import { ConfigError } from "../errors.ts";
import { valueInError } from "../text/value-in-error.ts";

/**
 * Joins segments to a path, percent-encoding all characters but `A-Z a-z 0-9 _ . - ~`.
 *
 * @throws ConfigError for a name that is no text, empty, or has half of a character.
 */
export function encodePath(...segments: (string | number)[]): string {
  return segments
    .map((segment) => {
      if (
        segment === "" ||
        !/^(?:string|number)$/.test(typeof segment) ||
        /\p{Surrogate}/u.test(String(segment))
      )
        throw new ConfigError(`${valueInError(segment)} can't be a name in the service`);
      return encodeURIComponent(String(segment)).replace(
        /[!'()*]/g,
        (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
      );
    })
    .join("/");
}

/** Minimum length of a part of a key to hide: shorter ones occur in ordinary text. */
const MIN_SECRET_LENGTH = 8;

/** Removes the key from a reply's text in any escaping: `1%2Fabc` in URLs, `1\/abc` in JSON, `1&#x2F;abc` in HTML. */
export function hideKey(text: string, apikey: string): string {
  const parts = apikey.split(/[^A-Za-z0-9]+/).filter((part) => part.length >= MIN_SECRET_LENGTH);
  return [apikey, ...parts].reduce((hidden, secret) => hidden.replaceAll(secret, "***"), text);
}

/** Shortest part of a key that is hidden by itself: shorter ones are words of other texts. */
const LEAST_SECRET = 8;

/** A text of the service without the key, however it is written there: `1%2Fabc` in addresses, `1\/abc` in JSON, `1&#x2F;abc` in pages. */
export function hideKey(text: string, apikey: string): string {
  const parts = apikey.split(/[^A-Za-z0-9]+/).filter((part) => part.length >= LEAST_SECRET);
  return [apikey, ...parts].reduce((hidden, secret) => hidden.replaceAll(secret, "***"), text);
}

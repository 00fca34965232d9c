import type { Client } from "./client.ts";

/** Whether `value` is a Client, also of another copy of the library. */
export function isClient(value: unknown): value is Client {
  return typeof (value as Partial<Client> | null | undefined)?.list_databases === "function";
}

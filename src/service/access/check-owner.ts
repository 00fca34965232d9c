import { Fault } from "../../engine/errors/fault.ts";
import type { ApiKey } from "./keys.ts";

interface Work {
  readonly id: string;
  readonly userName: string;
}

/** Whether the caller may see and stop the work: its own, and an administrator that of all users. */
export function owns({ permission, user_name }: ApiKey, { userName }: Work): boolean {
  return permission === "administrator" || user_name === userName;
}

/** @throws Fault when the work is another user's. */
export function checkOwner<W extends Work>(kind: "Job" | "Statement", work: W, caller: ApiKey): W {
  if (!owns(caller, work)) throw new Fault("forbidden", `${kind} ${work.id} belongs to another user.`);
  return work;
}

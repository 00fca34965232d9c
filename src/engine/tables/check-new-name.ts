import { NEW_NAME, RESERVED_DATABASES } from "../../dialect/storage-names.ts";
import { Fault } from "../errors/fault.ts";

/** @throws Fault `bad_request` unless the name is valid for a new database or table. */
export function checkNewName(what: "database" | "table", name: string): void {
  if (!NEW_NAME.test(name))
    throw new Fault(
      "bad_request",
      `The ${what} name ${JSON.stringify(name)} must be 3 to 255 characters of a-z, 0-9 and _.`,
    );
  if (what === "database" && RESERVED_DATABASES.includes(name))
    throw new Fault("bad_request", `The database name ${name} is reserved.`);
}

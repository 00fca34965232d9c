import { SqlError } from "../dialect/sql-error.ts";
import type { RunOptions } from "../engine/contract/engine.ts";

/**
 * The user as whom a cluster runs a statement; undefined for the service's own user there.
 *
 * @param impersonates - Whether statements run as the key's user, by whose rights the cluster then goes.
 * @param flag - The option of `svclib serve` that makes it so.
 * @throws SqlError PERMISSION_DENIED for a key with roles that nobody would hold it to.
 */
export function clusterUser(
  { roles, userName }: Pick<RunOptions, "roles" | "userName">,
  impersonates: boolean,
  flag: string,
): string | undefined {
  if (impersonates) return userName;
  if (roles === undefined) return undefined;
  throw new SqlError(
    "PERMISSION_DENIED",
    `this key has roles in some databases, which the service can't hold it to on a cluster; start the service with ${flag}, so that the cluster's own rights of ${userName ?? "its user"} count`,
  );
}

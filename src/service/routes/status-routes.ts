import type { Route } from "../http/route.ts";

/** Protocol section 2. */
export function statusRoutes(): Route[] {
  return [
    {
      method: "GET",
      path: "/v3/system/server_status",
      access: "open",
      summary: "Tell that the service is up",
      handle: () => ({ status: "ok" }),
    },
  ];
}

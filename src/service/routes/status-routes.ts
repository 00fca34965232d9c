import { openapiDocument } from "../http/openapi.ts";
import type { Route } from "../http/route.ts";

/** Protocol section 2, and the description of `routes`, which are all the others. */
export function statusRoutes(routes: readonly Route[]): Route[] {
  const own: Route[] = [
    {
      method: "GET",
      path: "/v3/system/server_status",
      access: "open",
      summary: "Tell that the service is up",
      handle: () => ({ status: "ok" }),
    },
    {
      method: "GET",
      path: "/openapi.json",
      access: "open",
      summary: "Describe the API",
      handle: () => openapiDocument([...own, ...routes]),
    },
  ];
  return own;
}

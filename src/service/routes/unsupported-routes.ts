import { Fault } from "../fault.ts";
import type { Route } from "../http/route.ts";

/** Routes of the hosted service that a local one has no use for (protocol section 8). */
const UNSUPPORTED: readonly (readonly [what: string, ...routes: `${Route["method"]} ${string}`[]])[] = [
  [
    "Users",
    "POST /v3/user/authenticate",
    "GET /v3/user/list",
    "POST /v3/user/add/:name",
    "POST /v3/user/remove/:name",
    "GET /v3/user/apikey/list/:name",
    "POST /v3/user/apikey/add/:name",
    "POST /v3/user/apikey/remove/:name",
  ],
  [
    "Schedules",
    "POST /v3/schedule/create/:name",
    "POST /v3/schedule/update/:name",
    "POST /v3/schedule/delete/:name",
    "GET /v3/schedule/list",
    "GET /v3/schedule/history/:name",
    "POST /v3/schedule/run/:name/:time",
  ],
  [
    "Connectors",
    "POST /v3/bulk_loads/guess",
    "POST /v3/bulk_loads/preview",
    "GET /v3/bulk_loads",
    "POST /v3/bulk_loads",
    "GET /v3/bulk_loads/:name",
    "PUT /v3/bulk_loads/:name",
    "DELETE /v3/bulk_loads/:name",
    "GET /v3/bulk_loads/:name/jobs",
    "POST /v3/bulk_loads/:name/jobs",
  ],
  ["Table exports", "POST /v3/export/run/:database/:table"],
  ["Result exports", "GET /v3/result/list", "POST /v3/result/create/:name", "POST /v3/result/delete/:name"],
];

/** Each answers 501 and says what is not there. */
export function unsupportedRoutes(): Route[] {
  return UNSUPPORTED.flatMap(([what, ...routes]) =>
    routes.map((route): Route => {
      const [method = "", path = ""] = route.split(" ");
      return {
        method: method as Route["method"],
        path,
        access: "read",
        answers: [501],
        summary: `Not supported: ${what.toLowerCase()}`,
        handle: () => {
          throw new Fault("not_supported", `${what} are not supported by this local service.`);
        },
      };
    }),
  );
}

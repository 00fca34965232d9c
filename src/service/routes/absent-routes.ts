import { Fault } from "../../engine/errors/fault.ts";
import { route, type Operation, type Route } from "../http/route.ts";

/** Lists that are always empty here; requesting them is no error. */
const EMPTY: readonly (readonly [what: string, list: string | null, operation: Operation])[] = [
  ["schedules", "schedules", "GET /v3/schedule/list"],
  ["result connections", "results", "GET /v3/result/list"],
  ["connectors", null, "GET /v3/bulk_loads"],
  ["federated queries", null, "GET /v4/federated_query_configs"],
];

/** Operations that are refused: with the reason, or, where that is null, because the object never exists here (404). */
const REFUSED: readonly (readonly [what: string, why: string | null, ...operations: Operation[]])[] = [
  [
    "Schedule",
    null,
    "POST /v3/schedule/update/:name",
    "POST /v3/schedule/delete/:name",
    "GET /v3/schedule/history/:name",
    "POST /v3/schedule/run/:name/:time",
    "POST /v4/queries/:name/jobs",
  ],
  ["Result connection", null, "POST /v3/result/delete/:name", "GET /v3/connections/lookup"],
  [
    "Connector",
    null,
    "GET /v3/bulk_loads/:name",
    "PUT /v3/bulk_loads/:name",
    "DELETE /v3/bulk_loads/:name",
    "GET /v3/bulk_loads/:name/jobs",
    "POST /v3/bulk_loads/:name/jobs",
  ],
  ["Distribution of table", null, "GET /v3/table/distribution/:database/:name"],
  ["schedules", "Schedules are not supported by this local service.", "POST /v3/schedule/create/:name"],
  [
    "connectors",
    "Connectors are not supported by this local service; send the rows by an import.",
    "POST /v3/bulk_loads/guess",
    "POST /v3/bulk_loads/preview",
    "POST /v3/bulk_loads",
  ],
  [
    "exports",
    "Exports are not supported by this local service; download a result instead.",
    "POST /v3/export/run/:database/:table",
    "POST /v3/job/result_export/:job_id",
    "POST /v3/result/create/:name",
  ],
  [
    "changes of users and keys",
    "The user of the local service changes users and keys, with svclib keys.",
    "POST /v3/user/add/:name",
    "POST /v3/user/remove/:name",
    "POST /v3/user/apikey/add/:name",
    "POST /v3/user/apikey/remove/:name",
  ],
];

/** Routes of the hosted service without a local equivalent. They reply at once and never with 5xx, which clients would retry. */
export function absentRoutes(): Route[] {
  const lists = EMPTY.map(([what, list, operation]) =>
    route(operation, "any", {
      summary: `An empty list: there are no ${what}`,
      handle: () => (list === null ? [] : { [list]: [] }),
    }),
  );
  const refused = REFUSED.flatMap(([what, why, ...operations]) =>
    operations.map((operation) =>
      route(operation, "any", {
        answers: [why === null ? 404 : 422],
        summary: why === null ? `Not there: ${what.toLowerCase()}` : `Not supported: ${what}`,
        handle: ({ params, query }) => {
          if (why !== null) throw new Fault("not_supported", why);
          const name = (params as { readonly name?: string }).name ?? query.get("name") ?? "";
          throw new Fault("not_found", `${what} ${name} does not exist; this local service has none.`);
        },
      }),
    ),
  );
  return [...lists, ...refused];
}

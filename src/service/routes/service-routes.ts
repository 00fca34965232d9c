import type { Route } from "../http/route.ts";
import type { KeyRing } from "../keys.ts";
import type { ServiceParts } from "../service-parts.ts";
import { bulkImportRoutes } from "./bulk-import-routes.ts";
import { databaseRoutes } from "./database-routes.ts";
import { importRoutes } from "./import-routes.ts";
import { jobRoutes } from "./job-routes.ts";
import { metricsRoutes } from "./metrics-routes.ts";
import { resultRoutes } from "./result-routes.ts";
import { statementRoutes } from "./statement-routes.ts";
import { statusRoutes, type Prove } from "./status-routes.ts";
import { tableRoutes } from "./table-routes.ts";
import { tailRoutes } from "./tail-routes.ts";
import { absentRoutes } from "./absent-routes.ts";
import { userRoutes } from "./user-routes.ts";

/** The table of routes: the router, the permissions and the description of the API all come from it. */
export function serviceRoutes(parts: ServiceParts, keys: KeyRing, prove: Prove): Route[] {
  const { storage, engines, engine, imports, folder, clock } = parts;
  const routes = [
    ...databaseRoutes(storage),
    ...tableRoutes(storage),
    ...tailRoutes(storage, engines.presto, clock),
    ...jobRoutes(parts),
    ...resultRoutes({ ...parts, encoder: engine.results }),
    ...bulkImportRoutes(imports),
    ...importRoutes({ storage, uploads: folder.uploads, clock }),
    ...statementRoutes(parts),
    ...metricsRoutes(parts),
    ...userRoutes(keys),
    ...absentRoutes(),
  ];
  return [...statusRoutes(routes, prove), ...routes];
}

import type { Route } from "./http/route.ts";
import type { KeyRing } from "./access/keys.ts";
import type { ServiceParts } from "./service-parts.ts";
import { bulkImportRoutes } from "./routes/bulk-import-routes.ts";
import { databaseRoutes } from "./routes/database-routes.ts";
import { importRoutes } from "./routes/import-routes.ts";
import { jobRoutes } from "./routes/job-routes.ts";
import { metricsRoutes } from "./routes/metrics-routes.ts";
import { resultRoutes } from "./routes/result-routes.ts";
import { statementRoutes } from "./routes/statement-routes.ts";
import { statusRoutes, type Prove } from "./routes/status-routes.ts";
import { tableRoutes } from "./routes/table-routes.ts";
import { absentRoutes } from "./routes/absent-routes.ts";
import { userRoutes } from "./routes/user-routes.ts";

/** The table of routes, from which the router, permissions and the OpenAPI document are derived. */
export function serviceRoutes(parts: ServiceParts, keys: KeyRing, prove: Prove): Route[] {
  const { storage, engines, engine, imports, folder, clock } = parts;
  const routes = [
    ...databaseRoutes(storage),
    ...tableRoutes(storage, engines.presto, clock),
    ...jobRoutes({ ...parts, keys }),
    ...resultRoutes({ ...parts, encoder: engine.results }),
    ...bulkImportRoutes(imports),
    ...importRoutes({ storage, stages: engine.stages, uploads: folder.uploads, clock }),
    ...statementRoutes(parts),
    ...metricsRoutes(parts),
    ...userRoutes(keys),
    ...absentRoutes(),
  ];
  return [...statusRoutes(routes, prove), ...routes];
}

import { type CallContext, family } from "../../functions/function-table.ts";
import { literal } from "../../sql/tree.ts";

const catalogName = (c: CallContext) => literal(c.t.catalog);
const schemaName = (c: CallContext) => literal(c.t.options.database);

export const session = family("functions/session, functions/uuid")`
volatile uuid() → uuid | a random UUID | length(cast(uuid() as varchar)) --> 36
  () -> uuid = uuid()
version() → varchar | version of the engine | version() --> "local"
  () -> varchar = 'local'
current_user → varchar | the user of the query | current_user --> "svc"
  () -> varchar = 'svc'
current_catalog → varchar | the session's catalog | current_catalog --> "td-presto"
  () -> varchar = ${catalogName}
current_schema → varchar | the session's database | current_schema --> "shop"
  () -> varchar = ${schemaName}
`;

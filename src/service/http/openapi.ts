import type { Route } from "./route.ts";

/** Without the address of the service, which depends on the request. */
export function openapiDocument(routes: readonly Route[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([a-z_]+)/g, "{$1}");
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "svclib local service",
      version: "3",
      description: "Databases, tables, jobs, results and imports (/v3), and the statement protocol (/v1).",
    },
    paths,
    components: {
      securitySchemes: {
        apikey: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "`TD1 <apikey>`; the statement protocol also accepts the key as X-Trino-User",
        },
      },
      schemas: {
        Error: {
          type: "object",
          required: ["error", "text", "message", "severity"],
          properties: {
            error: { type: "string" },
            text: { type: "string", description: "the same as error" },
            message: { type: "string", description: "the same as error" },
            severity: { type: "string", const: "error" },
            details: { type: "object", additionalProperties: { type: "string" } },
          },
        },
      },
    },
  };
}

function operation(route: Route): Record<string, unknown> {
  const variables = [...route.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const query = Object.entries(route.query ?? {}).map(([name, description]) => ({
    name,
    in: "query",
    required: false,
    description,
    schema: { type: "string" },
  }));
  const body = requestBody(route);
  return {
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[^a-z0-9]+/g, "_")}`.replace(
      /_$/,
      "_empty",
    ),
    security: route.access === "open" ? [] : [{ apikey: [] }],
    ...(variables.length + query.length > 0 ? { parameters: [...variables, ...query] } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responses(route),
  };
}

const DESCRIPTIONS = {
  200: "Done",
  204: "Done",
  206: "The range that was asked for",
  401: "Not supported",
  404: "There is none",
  422: "Not supported",
};

function responses({
  answers = [200],
  gives = ["application/json"],
  access,
}: Route): Record<string, unknown> {
  const problem = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  const done = answers.map((status) => {
    const description = DESCRIPTIONS[status];
    if (status === 204) return [status, { description }];
    const content = status >= 400 ? problem : Object.fromEntries(gives.map((type) => [type, {}]));
    return [status, { description, content }];
  });
  return {
    ...(Object.fromEntries(done) as Record<string, unknown>),
    ...(access === "open" ? {} : { "401": { description: "No known key", content: problem } }),
    ...(access === "write" || access === "own"
      ? { "403": { description: `The key has not the role ${access} in the database`, content: problem } }
      : {}),
    default: { description: "What is wrong", content: problem },
  };
}

function requestBody({ fields, takes }: Route): Record<string, unknown> | null {
  if (takes !== undefined) return { required: true, content: { [takes]: {} } };
  if (fields === undefined) return null;
  const schema = {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, description]) => [name, { type: "string", description }]),
    ),
  };
  return {
    content: {
      "multipart/form-data": { schema },
      "application/x-www-form-urlencoded": { schema },
      "application/json": { schema: { ...schema, additionalProperties: true } },
    },
  };
}

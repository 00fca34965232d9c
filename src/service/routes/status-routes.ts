import { CHALLENGE_PATH, NONCE, PROOF_HEADER } from "../../core/wire/service-proof.ts";
import { Fault } from "../../engine/errors/fault.ts";
import { openapiDocument } from "../http/openapi.ts";
import { route, type Route } from "../http/route.ts";

/** Proof that this service belongs to the user of the client. */
export type Prove = (nonce: string) => string;

/** Status, the proof, and the OpenAPI document of `routes`, which are all other routes. */
export function statusRoutes(routes: readonly Route[], prove: Prove): Route[] {
  let document: ReturnType<typeof openapiDocument> | null = null;
  const own: Route[] = [
    route("GET /v3/system/server_status", "open", {
      summary: "Health check",
      handle: () => ({ status: "ok" }),
    }),
    route(`GET ${CHALLENGE_PATH}`, "open", {
      summary: "Prove that this is the service of the user who can read its service.json",
      query: { nonce: "16 to 64 random bytes in hexadecimal digits" },
      answers: [204],
      handle: ({ query }) => {
        const nonce = query.get("nonce") ?? "";
        if (!NONCE.test(nonce))
          throw new Fault("bad_request", "nonce must be 16 to 64 bytes as hexadecimal digits.");
        return new Response(null, { status: 204, headers: { [PROOF_HEADER]: prove(nonce) } });
      },
    }),
    route("GET /openapi.json", "open", {
      summary: "Get this OpenAPI description",
      handle: ({ baseUrl }) => ({
        ...(document ??= openapiDocument([...own, ...routes])),
        servers: [{ url: baseUrl }],
      }),
    }),
  ];
  return own;
}

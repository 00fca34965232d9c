import { Fault } from "../../engine/errors/fault.ts";
import { route, type Route } from "../http/route.ts";
import { keyId, sentKey, type ApiKey, type KeyRing, type KeyUser } from "../access/keys.ts";
import { wireTime } from "./bodies/wire-time.ts";

/** Users with keys; others than administrators see only themselves. */
export function userRoutes(keys: KeyRing): Route[] {
  const json = ({ id, name, administrator }: KeyUser): Record<string, unknown> => ({
    id,
    name,
    // Unknown here; clients expect strings.
    email: "",
    gravatar_url: "",
    administrator,
    account_owner: administrator && id === 1,
    created_at: wireTime(keys.changedAtMs),
    updated_at: wireTime(keys.changedAtMs),
  });
  const own = ({ user_name }: ApiKey): KeyUser =>
    keys.users.find(({ name }) => name === user_name) as KeyUser;
  return [
    route("GET /v3/user/list", "any", {
      summary: "List the users",
      handle: ({ caller }) => {
        const { permission } = caller;
        const users = permission === "administrator" ? keys.users : [own(caller)];
        return { users: users.map(json) };
      },
    }),
    route("GET /v3/user/show", "any", {
      summary: "Show the user of the key",
      handle: ({ caller }) => json(own(caller)),
    }),
    route("GET /v3/user/apikey/validate", "any", {
      summary: "Show the permissions of the key",
      handle: ({ caller }) => {
        const { permission } = caller;
        return {
          key_type: permission === "administrator" ? "master" : "normal",
          account_id: Number(keyId(caller)),
          user_id: own(caller).id,
          administrator: permission === "administrator",
        };
      },
    }),
    route("GET /v3/user/apikey/list/:name", "any", {
      summary: "List your API keys",
      handle: ({ params: { name }, caller, request }) => {
        const { user_name } = caller;
        if (name !== user_name) throw new Fault("forbidden", "A key is shown to its own user only.");
        return { apikeys: [sentKey(request.headers)] };
      },
    }),
    route("POST /v3/user/authenticate", "open", {
      answers: [401],
      summary: "Not supported: passwords",
      handle: () => {
        throw new Fault(
          "unauthorized",
          "This local service has no passwords; give an API key of its keys.json instead.",
        );
      },
    }),
  ];
}

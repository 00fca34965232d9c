import { Fault } from "../errors/fault.ts";
import type { Route } from "../http/route.ts";
import type { ApiKey, KeyRing, KeyUser } from "../access/keys.ts";
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
    {
      method: "GET",
      path: "/v3/user/list",
      access: "read",
      summary: "List the users",
      handle: ({ caller }) => {
        const { permission } = caller as ApiKey;
        const users = permission === "administrator" ? keys.users : [own(caller as ApiKey)];
        return { users: users.map(json) };
      },
    },
    {
      method: "GET",
      path: "/v3/user/show",
      access: "read",
      summary: "Show the user of the key",
      handle: ({ caller }) => json(own(caller as ApiKey)),
    },
    {
      method: "GET",
      path: "/v3/user/apikey/validate",
      access: "read",
      summary: "Show the permissions of the key",
      handle: ({ caller }) => {
        const { key, permission } = caller as ApiKey;
        return {
          key_type: permission === "administrator" ? "master" : "normal",
          account_id: Number(key.split("/", 1)[0]),
          user_id: own(caller as ApiKey).id,
          administrator: permission === "administrator",
        };
      },
    },
    {
      method: "GET",
      path: "/v3/user/apikey/list/:name",
      access: "read",
      summary: "List your API keys",
      handle: ({ params, caller }) => {
        const { key, user_name } = caller as ApiKey;
        if (params["name"] !== user_name)
          throw new Fault("forbidden", "A key is shown to its own user only.");
        return { apikeys: [key] };
      },
    },
    {
      method: "POST",
      path: "/v3/user/authenticate",
      access: "open",
      answers: [401],
      summary: "Not supported: passwords",
      handle: () => {
        throw new Fault(
          "unauthorized",
          "This local service has no passwords; give an API key of its keys.json instead.",
        );
      },
    },
  ];
}

const SECRETS = /^SVC_(?:API_KEY|.*(?:PASSWORD|TOKEN))$/;

/** The environment without keys, passwords and tokens, for processes that use no service. */
export function withoutSecrets(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.test(name)));
}

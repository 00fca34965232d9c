const SECRETS = /^SVC_(?:API_KEY|.*(?:PASSWORD|TOKEN))$/;

/** The environment for a process that asks no service: without the key, the passwords and the tokens. */
export function withoutSecrets(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.test(name)));
}

import { text } from "node:stream/consumers";
import { connect } from "../../core/connect.ts";
import { PROFILE_NAME, profilesPath, readProfiles, writeProfiles } from "../../core/options/profiles.ts";
import { counted } from "../../magics/display/number-text.ts";
import { print } from "../print.ts";
import { CommandError, EXIT } from "../report-error.ts";

export interface LoginOptions {
  readonly server?: string;
  readonly prestoApi?: string;
}

/** Asks for a key, tries it, and keeps it. @throws CommandError; an error of the service when it does not take the key. */
export async function login(name: string, { server, prestoApi }: LoginOptions): Promise<void> {
  const { env } = process;
  const address = server ?? env["SVC_API_SERVER"];
  if (!PROFILE_NAME.test(name))
    throw new CommandError("a profile's name is letters, digits, _, - and dots", EXIT.usage);
  if (!address)
    throw new CommandError("name the service: svclib login --server https://api.example.com", EXIT.usage);
  // Before the key is asked for, in case the file can't be used.
  const profiles = new Map(await readProfiles(env));
  const line = process.stdin.isTTY
    ? await readSecret(`API key of ${address} (it is not shown): `)
    : await text(process.stdin);
  const apikey = line.trim();
  if (apikey === "") throw new CommandError("no key was given", EXIT.usage);
  await using client = connect(apikey, address, { max_cumul_retry_delay: 0 });
  const { endpoint } = await client.target();
  const databases = await client.list_databases();
  profiles.set(name, { server: endpoint, apikey, ...(prestoApi && { presto_api: prestoApi }) });
  await writeProfiles(profiles, env);
  print(
    `${endpoint} takes the key: ${counted(databases.length, "database")}. Kept as ${name} in ${profilesPath(env)}\nSVC_PROFILE=${name} uses it\n`,
  );
}

/** Forgets a key. @throws CommandError when there is no such profile. */
export async function logout(name: string): Promise<void> {
  const profiles = new Map(await readProfiles(process.env));
  if (!profiles.delete(name)) throw new CommandError(`there is no profile ${name}`);
  await writeProfiles(profiles, process.env);
  print(`${name}: forgotten here; the key itself stays valid until the service disables it\n`);
}

/** The terminal that asks. */
export interface SecretTerminal {
  readonly stdin: Pick<NodeJS.ReadStream, "setRawMode" | "resume" | "pause" | "on" | "off">;
  readonly stderr: Pick<NodeJS.WriteStream, "write">;
}

const INTERRUPT = "\u0003";
const END = "\u0004";
const BACK = new Set(["\u007f", "\b"]);

/** Reads a line without showing it. @throws CommandError when Ctrl-C is pressed. */
export function readSecret(prompt: string, { stdin, stderr }: SecretTerminal = process): Promise<string> {
  stderr.write(prompt);
  stdin.setRawMode(true);
  stdin.resume();
  return new Promise((resolve, reject) => {
    let line = "";
    const finish = (settle: () => void): void => {
      stdin.off("data", onData);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write("\n");
      settle();
    };
    const onData = (chunk: Buffer): void => {
      for (const key of chunk.toString()) {
        if (key === INTERRUPT) return finish(() => reject(new CommandError("no key was given", 130)));
        if (key === "\r" || key === "\n" || key === END) return finish(() => resolve(line));
        line = BACK.has(key) ? line.slice(0, -1) : line + key;
      }
    };
    stdin.on("data", onData);
  });
}

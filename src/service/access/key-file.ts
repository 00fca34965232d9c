import { dirname } from "node:path";
import { SettingError } from "../../engine/errors/fault.ts";
import { makeFolder } from "../../system/system.ts";
import { isForClients, keyId, loadKeys, makeKey, readKeys, writeKeys, type ApiKey } from "./keys.ts";
import { lockFile } from "../files/lock-file.ts";

/** The rights of a new key. */
export type KeyRights = Pick<ApiKey, "permission" | "databases">;

/** Changes the key file. A service takes changes over by itself. */
export class KeyFile {
  readonly #path: string;

  /** @param path - `keys.json` of a data folder. */
  constructor(path: string) {
    this.#path = path;
  }

  /** @throws SettingError if there is no key file. */
  async list(): Promise<ApiKey[]> {
    const keys = await readKeys(this.#path);
    if (keys === null)
      throw new SettingError(`${this.#path} does not exist: the service, and svclib keys add, make it`);
    return keys;
  }

  /** @returns the new key, which is nowhere else: the file has its hash. */
  add(user: string, { permission, databases }: KeyRights): Promise<string> {
    return this.#change((keys) => {
      const highest = Math.max(0, ...keys.map((key) => Number(keyId(key))));
      const id = String(highest + 1);
      const { key, sha256 } = makeKey(id);
      keys.push({ id, sha256, permission, ...(databases && { databases }), user_name: user });
      return key;
    });
  }

  /** @param which - A user, or the number of a key. @returns the numbers of the disabled keys. */
  disable(which: string): Promise<string[]> {
    return this.#change((keys) => {
      const chosen = chosenKeys(keys, which);
      for (const key of chosen) keys[keys.indexOf(key)] = { ...key, disabled: true };
      return chosen.map(keyId);
    });
  }

  /** Puts a new key with the same rights in the place of one, which ends at once. @returns the new key. */
  rotate(which: string): Promise<string> {
    return this.#change((keys) => {
      const [key, ...more] = chosenKeys(keys, which);
      if (key === undefined || more.length > 0)
        throw new SettingError(
          `${which} has ${more.length + 1} keys; name one by its number, which svclib keys list shows`,
        );
      const fresh = makeKey(keyId(key));
      const { key: text, sha256: _, id: __, ...rights } = key;
      // The service's own clients read a key that is there as text.
      const own = text === undefined ? { id: keyId(key), sha256: fresh.sha256 } : { key: fresh.key };
      keys[keys.indexOf(key)] = { ...own, ...rights };
      return fresh.key;
    });
  }

  async #change<T>(change: (keys: ApiKey[]) => T): Promise<T> {
    await makeFolder(dirname(this.#path));
    const release = await lockFile(`${this.#path}.lock`);
    try {
      // Before its service first starts: then it has the administrator's key too.
      await loadKeys(this.#path);
      const keys = await this.list();
      const result = change(keys);
      checkAdministrator(keys, this.#path);
      await writeKeys(this.#path, keys);
      return result;
    } finally {
      await release();
    }
  }
}

function chosenKeys(keys: readonly ApiKey[], which: string): ApiKey[] {
  const active = keys.filter(({ disabled }) => disabled !== true);
  const chosen = active.filter((key) => key.user_name === which || keyId(key) === which);
  if (chosen.length === 0)
    throw new SettingError(`no key is ${which}; svclib keys list shows users and numbers`);
  return chosen;
}

function checkAdministrator(keys: readonly ApiKey[], path: string): void {
  if (!keys.some(isForClients))
    throw new SettingError(
      `the last administrator key of ${path} that local clients use can't be disabled; rotate it instead`,
    );
}

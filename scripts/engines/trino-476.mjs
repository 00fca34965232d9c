import { pbkdf2Sync, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isCached } from "./cache-folder.mjs";
import { freePort } from "./engine-process.mjs";
import { findJava } from "./java.mjs";
import { hasObjectStore, obtainObjectStore, startObjectStore } from "./object-store.mjs";
import { obtainServer } from "./server-archive.mjs";
import { CATALOGS, startTrino, writeProperties } from "./start-trino.mjs";
import { makeTlsKey } from "./tls-key.mjs";

/** The last release that is complete on Maven Central. It needs Java 24, and starts on 25. */
const VERSION = "476";
const PLUGINS = [...Object.keys(CATALOGS), "hive", "password-authenticators", "spooling-filesystem"];
/** Folder in the cache, named after the plugins. */
const CACHE = `trino-${VERSION}-secure`;
const USER = "tester";

function obtainTrino() {
  findJava(24, 25);
  return obtainServer({
    name: CACHE,
    group: "io.trino",
    artifact: "trino-server",
    version: VERSION,
    plugins: PLUGINS,
  });
}

/**
 * Plain HTTP without a password, and TLS with a password or a token; large results by the spooling protocol; a file-based
 * catalog.
 */
export const trino476 = {
  name: `Trino ${VERSION}`,
  key: "trino-new",
  tests: ["test/engines/trino/", "test/engines/cluster/", "test/engines/tpch/", "test/engines/notebooks/"],
  isObtained: () => isCached(CACHE) && hasObjectStore(),
  async obtain() {
    await obtainTrino();
    await obtainObjectStore();
  },
  async start(run) {
    const java = findJava(24, 25);
    const server = await obtainTrino();
    const access = await secure(run, java);
    const store = await startObjectStore(run);
    const spooling = spool(run, store);
    try {
      const { stop, url } = await startTrino(run, {
        java,
        javaOptions: ["--enable-native-access=ALL-UNNAMED", "--add-modules=jdk.incubator.vector"],
        classPath: join(server, "lib", "*"),
        mainClass: "io.trino.server.TrinoServer",
        catalogs: { ...CATALOGS, hive: fileCatalog(run) },
        properties: { "plugin.dir": join(server, "plugin"), ...access.properties, ...spooling },
      });
      const env = { TRINO_URL: url, TRINO_FILE_CATALOG: "hive", TRINO_SPOOLS: store.url, ...access.env };
      return { stop: async () => void (await Promise.all([stop(), store.stop()])), env };
    } catch (error) {
      await store.stop();
      throw error;
    }
  },
};

/** A file-based metastore, and tables in files. */
function fileCatalog(run) {
  const warehouse = join(run, "warehouse");
  mkdirSync(warehouse);
  return {
    "connector.name": "hive",
    "hive.metastore": "file",
    "hive.metastore.catalog.dir": "local:///metastore",
    "fs.native-local.enabled": true,
    "local.location": warehouse,
    "hive.security": "allow-all",
  };
}

/** TLS with its own key; one user, with a password or with tokens (JWT) signed with a secret. */
async function secure(run, java) {
  const port = await freePort();
  const { keystore, password: storePassword, certificate } = makeTlsKey(java, run);
  const password = randomBytes(12).toString("hex");
  const salt = randomBytes(16);
  const hash = pbkdf2Sync(password, salt, 1000, 32, "sha1");
  const passwords = join(run, "passwords");
  writeFileSync(passwords, `${USER}:1000:${salt.toString("hex")}:${hash.toString("hex")}\n`);
  const rules = join(run, "access-control.json");
  // Everybody may do everything, and the user may run statements as `ada`.
  const impersonation = [{ original_user: USER, new_user: "ada" }];
  writeFileSync(rules, JSON.stringify({ catalogs: [{ allow: "all" }], impersonation }));
  const accessControl = writeProperties(join(run, "access-control.properties"), {
    "access-control.name": "file",
    "security.config-file": rules,
  });
  const authenticator = writeProperties(join(run, "password-authenticator.properties"), {
    "password-authenticator.name": "file",
    "file.password-file": passwords,
  });
  const secret = randomBytes(32).toString("base64");
  const jwtKey = join(run, "jwt.key");
  writeFileSync(jwtKey, secret);
  return {
    properties: {
      "http-server.https.enabled": true,
      "http-server.https.port": port,
      "http-server.https.keystore.path": keystore,
      "http-server.https.keystore.key": storePassword,
      "http-server.authentication.type": "PASSWORD,JWT",
      "http-server.authentication.jwt.key-file": jwtKey,
      "access-control.config-files": accessControl,
      "password-authenticator.config-files": authenticator,
      "internal-communication.shared-secret": randomBytes(32).toString("base64"),
      // All other tests use plain HTTP.
      "http-server.authentication.allow-insecure-over-http": true,
    },
    env: {
      TRINO_TLS_URL: `https://127.0.0.1:${port}`,
      TRINO_CA: certificate,
      TRINO_USER: USER,
      TRINO_PASSWORD: password,
      TRINO_JWT_SECRET: secret,
    },
  };
}

/** Larger results are written to an object store, from where clients fetch them. */
function spool(run, { url, bucket }) {
  // The server looks for it in its working directory.
  mkdirSync(join(run, "etc"));
  writeProperties(join(run, "etc", "spooling-manager.properties"), {
    "spooling-manager.name": "filesystem",
    "fs.location": `s3://${bucket}/`,
    "fs.s3.enabled": true,
    // Keys sent along with each segment are accepted over TLS only.
    "fs.segment.encryption": false,
    "s3.endpoint": url,
    "s3.region": "us-east-1",
    "s3.path-style-access": true,
    "s3.aws-access-key": "key",
    "s3.aws-secret-key": "secret",
  });
  return {
    "protocol.spooling.enabled": true,
    "protocol.spooling.shared-secret-key": randomBytes(32).toString("base64"),
  };
}

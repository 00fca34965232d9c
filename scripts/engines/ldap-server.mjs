import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cached } from "./cache-folder.mjs";
import { freePort, isListening, startProcess } from "./engine-process.mjs";
import { fetchFile } from "./maven.mjs";

/** The newest line with an in-memory directory that runs from one jar. */
const VERSION = "7.0.1";
const BASE = "dc=svclib,dc=test";

const MAIN = `import com.unboundid.ldap.listener.*;
import java.net.InetAddress;

public class LdapServer {
    public static void main(String[] args) throws Exception {
        InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig("${BASE}");
        config.setListenerConfigs(InMemoryListenerConfig.createLDAPConfig(
            "loopback", InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]), null));
        InMemoryDirectoryServer server = new InMemoryDirectoryServer(config);
        server.importFromLDIF(true, args[1]);
        server.startListening();
    }
}
`;

/** @returns the path of its jar. */
export async function obtainLdapServer() {
  const folder = await cached(`unboundid-${VERSION}`, (folder) => {
    fetchFile("com.unboundid", "unboundid-ldapsdk", VERSION, "jar", folder);
  });
  return join(folder, `unboundid-ldapsdk-${VERSION}.jar`);
}

/** A directory with one person. @returns url, base DN of persons (`uid=…`), and stop(). */
export async function startLdapServer(run, { java, user, password }) {
  const jar = await obtainLdapServer();
  const port = await freePort();
  const source = join(run, "LdapServer.java");
  writeFileSync(source, MAIN);
  const people = join(run, "people.ldif");
  writeFileSync(
    people,
    `dn: ${BASE}
objectClass: domain
dc: svclib

dn: uid=${user},${BASE}
objectClass: inetOrgPerson
uid: ${user}
cn: ${user}
sn: ${user}
userPassword: ${password}
`,
  );
  const stop = await startProcess({
    command: java,
    args: ["-Xmx128m", "-cp", jar, source, String(port), people],
    cwd: run,
    log: join(run, "ldap.log"),
    isReady: () => isListening(port),
  });
  return { url: `ldap://127.0.0.1:${port}`, base: BASE, stop };
}

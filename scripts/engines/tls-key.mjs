import { dirname, join } from "node:path";
import { runTool } from "./run-tool.mjs";

const PASSWORD = "changeit";

/**
 * Makes a TLS key for loopback, with a certificate trusted by the tests only.
 *
 * @returns keystore (PKCS #12), its password, and certificate (PEM): paths in `folder`.
 */
export function makeTlsKey(java, folder) {
  const keytool = java === "java" ? "keytool" : join(dirname(java), "keytool");
  const keystore = join(folder, "tls.p12");
  const certificate = join(folder, "tls.pem");
  const store = ["-keystore", keystore, "-storetype", "PKCS12", "-storepass", PASSWORD, "-alias", "server"];
  runTool(keytool, [
    ...["-genkeypair", ...store, "-keyalg", "EC", "-groupname", "secp256r1", "-validity", "30"],
    ...["-dname", "CN=svclib-test", "-ext", "san=ip:127.0.0.1", "-ext", "bc=ca:true"],
  ]);
  runTool(keytool, ["-exportcert", ...store, "-rfc", "-file", certificate]);
  return { keystore, password: PASSWORD, certificate };
}

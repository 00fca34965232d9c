import { spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { createServer, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A free loopback port. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

export function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

/**
 * Starts a server and waits until `isReady` returns true.
 *
 * @returns stop(), which ends it by its process id.
 */
export async function startProcess({ command, args, cwd, env, log, isReady, timeoutMs = 240_000 }) {
  const out = openSync(log, "a");
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", out, out] });
  let ended = null;
  const exit = new Promise((resolve) => {
    child.on("error", (error) => resolve((ended = error.message)));
    child.on("exit", (code, signal) => resolve((ended = `exit ${code ?? signal}`)));
  });
  const stop = async () => {
    if (ended !== null) return;
    child.kill("SIGTERM");
    if ((await Promise.race([exit, sleep(20_000, null)])) === null) child.kill("SIGKILL");
    await exit;
  };
  // However this script exits, the server ends as well.
  process.once("exit", () => ended === null && child.kill("SIGKILL"));
  const endsAt = Date.now() + timeoutMs;
  while (!(await isReady())) {
    if (ended !== null || Date.now() > endsAt) {
      await stop();
      const tail = readFileSync(log, "utf8").split("\n").slice(-15).join("\n");
      throw new Error(
        `${command} did not become ready (${ended ?? `${timeoutMs / 1000} s`}); its log ends:\n${tail}`,
      );
    }
    await sleep(500);
  }
  return stop;
}

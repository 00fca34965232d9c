import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { CHALLENGE_PATH, isProof, PROOF_HEADER, serviceProof } from "../wire/service-proof.ts";
import type { ServiceFile } from "./service-file.ts";

/** A local service that must prove its identity before it is sent anything. */
export type ServiceIdentity = Pick<ServiceFile, "url" | "secret">;

/** Error code when another process listens. */
export const OTHER_SERVICE = "ERR_SVC_OTHER_SERVICE";

const TIMEOUT_MS = 10_000;
const MAX_HEAD_BYTES = 16 * 1024;
const NONCE_BYTES = 32;

/**
 * Connects to a local service and has it prove, on that connection, that it is this user's. After a crash or reboot, any process may
 * listen on its port; an impostor only receives a random number.
 *
 * @returns a connection ready for requests.
 * @throws Error with code {@link OTHER_SERVICE} when another process listens; the network error when none does.
 */
export async function connectProven(service: ServiceIdentity, timeoutMs = TIMEOUT_MS): Promise<Socket> {
  const { hostname, port, host } = new URL(service.url);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 80) });
  const nonce = randomBytes(NONCE_BYTES).toString("hex");
  try {
    const head = await answerHead(
      socket,
      `GET ${CHALLENGE_PATH}?nonce=${nonce} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
      timeoutMs,
    );
    const proof = new RegExp(`^${PROOF_HEADER}: *(\\w+)\\r$`, "im").exec(head)?.[1] ?? "";
    // Leftover bytes on the connection would be read as part of the next reply.
    if (
      !/^HTTP\/1\.1 204 [^]*\r\n\r\n$/.test(head) ||
      !isProof(proof, serviceProof(service.secret, nonce, service.url))
    )
      throw failure(OTHER_SERVICE, `the process at ${service.url} is not this user's local service`);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Sends a request and reads the reply up to its headers, including any bytes already received after them. */
function answerHead(socket: Socket, request: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = "";
    const end = (act: () => void): void => {
      clearTimeout(timer);
      socket.off("readable", read).off("error", fail).off("close", closed);
      act();
    };
    const fail = (error: Error): void => end(() => reject(error));
    const closed = (): void => fail(failure("ECONNRESET", "the connection was closed"));
    const read = (): void => {
      for (let piece = socket.read() as Buffer | null; piece !== null; piece = socket.read() as Buffer | null)
        head += piece.toString("latin1");
      if (head.includes("\r\n\r\n") || head.length > MAX_HEAD_BYTES) end(() => resolve(head));
    };
    const timer = setTimeout(
      () => fail(failure("ETIMEDOUT", "it did not prove its identity in time")),
      timeoutMs,
    );
    socket.on("readable", read).once("error", fail).once("close", closed);
    socket.write(request);
  });
}

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code });

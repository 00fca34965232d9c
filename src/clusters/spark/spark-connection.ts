import { randomUUID } from "node:crypto";
import type { Client, ClientReadableStream, Metadata, ServiceError } from "@grpc/grpc-js";
import { throwExplained } from "../../core/files/missing-package.ts";
import type { ExecuteResponse } from "./spark-messages.ts";
import { SPARK_PROTOCOL } from "./spark-protocol.ts";
import type { SparkRemote } from "./spark-remote.ts";

const CLIENT_TYPE = "svclib";
const MEGABYTE = 1 << 20;
const CLEANUP_TIMEOUT_MS = 5000;

type Unary = (
  request: object,
  metadata: Metadata,
  options: { deadline: number },
  done: (error: ServiceError | null, answer: unknown) => void,
) => void;
type Streaming = (request: object, metadata: Metadata) => ClientReadableStream<ExecuteResponse>;

/** The stub that gRPC generates from the definitions. */
interface SparkClient extends Client {
  ExecutePlan: Streaming;
  ReattachExecute: Streaming;
  ReleaseExecute: Unary;
  ReleaseSession: Unary;
  Interrupt: Unary;
}

export class SparkConnection {
  readonly #client: SparkClient;
  readonly #metadata: Metadata;
  readonly #session: object;

  private constructor(client: SparkClient, metadata: Metadata, remote: SparkRemote) {
    this.#client = client;
    this.#metadata = metadata;
    this.#session = {
      session_id: remote.sessionId ?? randomUUID(),
      user_context: { user_id: remote.userId, user_name: remote.userId },
      client_type: CLIENT_TYPE,
    };
  }

  /** Sends nothing yet. */
  static async open(remote: SparkRemote): Promise<SparkConnection> {
    const [grpc, { fromJSON }] = await Promise.all([
      // A handler on each import: esbuild then bundles a script without these packages.
      import("@grpc/grpc-js").then((module) => module.default, throwExplained),
      import("@grpc/proto-loader").then((module) => module.default, throwExplained),
    ]);
    const definition = fromJSON(SPARK_PROTOCOL as Parameters<typeof fromJSON>[0], {
      keepCase: true,
      longs: Number,
      enums: String,
    });
    const service = definition["spark.connect.SparkConnectService"] as Parameters<
      typeof grpc.makeClientConstructor
    >[0];
    const ServiceClient = grpc.makeClientConstructor(service, "SparkConnectService");
    const metadata = new grpc.Metadata();
    for (const [name, value] of Object.entries(remote.headers)) metadata.set(name, value);
    if (remote.token !== null) metadata.set("authorization", `Bearer ${remote.token}`);
    const credentials = remote.ssl ? grpc.credentials.createSsl() : grpc.credentials.createInsecure();
    const client = new ServiceClient(`${remote.host}:${remote.port}`, credentials, {
      "grpc.max_receive_message_length": 128 * MEGABYTE,
      "grpc.max_send_message_length": 128 * MEGABYTE,
      "grpc.keepalive_time_ms": 30_000,
    });
    return new SparkConnection(client as unknown as SparkClient, metadata, remote);
  }

  execute(plan: object, operationId: string): ClientReadableStream<ExecuteResponse> {
    const request = {
      ...this.#session,
      plan,
      operation_id: operationId,
      request_options: [{ reattach_options: { reattachable: true } }],
    };
    return this.#client.ExecutePlan(request, this.#metadata);
  }

  /** Resumes an operation's replies after the last one received. */
  reattach(operationId: string, lastResponseId: string | null): ClientReadableStream<ExecuteResponse> {
    const request = {
      ...this.#session,
      operation_id: operationId,
      ...(lastResponseId === null ? {} : { last_response_id: lastResponseId }),
    };
    return this.#client.ReattachExecute(request, this.#metadata);
  }

  /** Releases an operation's replies on the server. Never rejects: the server drops them after a while anyway. */
  async release(operationId: string): Promise<void> {
    const request = { ...this.#session, operation_id: operationId, release_all: {} };
    await this.#unary("ReleaseExecute", request).catch(() => undefined);
  }

  async interrupt(operationId: string): Promise<void> {
    const request = {
      ...this.#session,
      interrupt_type: "INTERRUPT_TYPE_OPERATION_ID",
      operation_id: operationId,
    };
    await this.#unary("Interrupt", request);
  }

  /** Ends the session. Never rejects. */
  async close(): Promise<void> {
    await this.#unary("ReleaseSession", this.#session).catch(() => undefined);
    this.#client.close();
  }

  #unary(name: "ReleaseExecute" | "ReleaseSession" | "Interrupt", request: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#client[name](
        request,
        this.#metadata,
        { deadline: Date.now() + CLEANUP_TIMEOUT_MS },
        (error, answer) => {
          if (error) reject(error);
          else resolve(answer);
        },
      );
    });
  }
}

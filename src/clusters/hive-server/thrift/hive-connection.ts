// This folder: the Thrift protocol of HiveServer2: sessions, operations, columns, errors.

import { setTimeout as sleep } from "node:timers/promises";
import { isIP } from "node:net";
import type { HiveClient, HiveDriver } from "hive-driver";
import { abortable } from "../../../system/abortable.ts";
import { ClusterError } from "../../../engine/errors/fault.ts";
import type { HiveAddress, HiveOptions } from "./hive-options.ts";
import { HiveOperation } from "./hive-operation.ts";
import type { ThriftStatus } from "./thrift-types.ts";

/** Newest protocol version that Hive 2.3, Hive 4 and Spark support; its results are columnar. */
const PROTOCOL_V10 = 9;
const CONNECT_TIMEOUT_MS = 20_000;
/** A reachable server may have to start a whole application for a session. */
const SESSION_TIMEOUT_MS = 180_000;
const CLOSE_TIMEOUT_MS = 2000;

export type OperationHandle = Parameters<
  InstanceType<typeof HiveDriver>["cancelOperation"]
>[0]["operationHandle"];
type SessionHandle = Parameters<InstanceType<typeof HiveDriver>["closeSession"]>[0]["sessionHandle"];
/** Types of the library's generated code, which it does not declare. */
interface Generated {
  readonly TCLIService: object;
  readonly TCLIService_types: ConstructorParameters<typeof HiveDriver>[0];
}

/** An error status in the reply to a call. */
export class HiveStatusError extends Error {
  override readonly name = "HiveStatusError";
}

/** A connection with one session, so that a job's settings affect no other job. */
export class HiveConnection {
  readonly #client: HiveClient;
  /** Its replies go through {@link reply}. */
  readonly driver: HiveDriver;
  readonly #session: SessionHandle;
  /** Rejects when the connection is lost, because the library then leaves calls pending. */
  readonly #lost: Promise<never>;
  #started: OperationHandle | null = null;

  private constructor(client: HiveClient, driver: HiveDriver, session: SessionHandle, lost: Promise<never>) {
    this.#client = client;
    this.driver = driver;
    this.#session = session;
    this.#lost = lost;
  }

  /** @param proxyUser - The user as whom statements run. @throws ClusterError when the server can't be reached or rejects the user. */
  static async open(
    address: HiveAddress,
    options: HiveOptions,
    database: string,
    signal: AbortSignal,
    proxyUser?: string,
  ): Promise<HiveConnection> {
    const { HiveClient, HiveDriver, auth, connections, thrift } = (await import("hive-driver")).default;
    const generated: Generated = thrift;
    const { host, port, user, ssl } = address;
    const client = new HiveClient(generated.TCLIService, generated.TCLIService_types);
    const lost = new Promise<never>((_, reject) => {
      const fail = (reason: unknown): void => reject(unreachable(address, reason));
      client.on("error", fail);
      client.on("close", () => fail("the connection was closed"));
    });
    lost.catch(() => undefined);
    /** Rejects on timeout, abort, or a lost connection. */
    const within = <T>(timeoutMs: number, work: Promise<T>): Promise<T> => {
      const late = AbortSignal.timeout(timeoutMs);
      return abortable(Promise.race([work, lost]), AbortSignal.any([signal, late])).catch(
        (error: unknown) => {
          throw error === late.reason ? new Error(`no answer in ${timeoutMs / 1000} s`) : error;
        },
      );
    };
    const tls = ssl
      ? {
          ssl,
          rejectUnauthorized: true,
          // SNI does not allow IP addresses (RFC 6066); the certificate is verified against them all the same.
          ...(isIP(host) ? {} : { servername: host }),
          ...(options.ca === undefined ? {} : { ca: options.ca }),
        }
      : {};
    const authentication =
      address.auth === "nosasl"
        ? new auth.NoSaslAuthentication()
        : new auth.PlainTcpAuthentication({ username: user, password: options.password ?? "anonymous" });
    const connecting = client.connect(
      { host, port, options: tls },
      new connections.TcpConnection(),
      authentication,
    );
    try {
      await within(CONNECT_TIMEOUT_MS, connecting);
      const driver = new HiveDriver(generated.TCLIService_types, client.getClient());
      const opened = await within(
        SESSION_TIMEOUT_MS,
        driver.openSession({
          client_protocol: PROTOCOL_V10,
          username: user,
          ...(options.password === undefined ? {} : { password: options.password }),
          configuration: {
            "use:database": database,
            ...(proxyUser === undefined ? {} : { "hive.server2.proxy.user": proxyUser }),
            "set:hiveconf:hive.resultset.use.unique.column.names": "false",
          },
        }),
      );
      checkStatus(opened.status);
      return new HiveConnection(client, driver, opened.sessionHandle, lost);
    } catch (cause) {
      client.close();
      // A pending connection can only be closed once it is open.
      void connecting.then(
        () => client.close(),
        () => undefined,
      );
      if (signal.aborted || cause instanceof ClusterError || cause instanceof HiveStatusError) throw cause;
      throw unreachable(address, cause);
    }
  }

  /** Starts a statement, which runs asynchronously. @throws HiveStatusError when it is rejected at once. */
  execute(statement: string): Promise<HiveOperation> {
    const request = { sessionHandle: this.#session, statement, runAsync: true };
    return this.#start(this.driver.executeStatement(request));
  }

  schemas(): Promise<HiveOperation> {
    return this.#start(this.driver.getSchemas({ sessionHandle: this.#session, schemaName: "%" }));
  }

  /** Starts listing the columns of all tables. @param schemaName - A pattern. */
  tableColumns(schemaName: string): Promise<HiveOperation> {
    const request = { sessionHandle: this.#session, schemaName, tableName: "%", columnName: "%" };
    return this.#start(this.driver.getColumns(request));
  }

  /** The reply to a call of the driver. @throws HiveStatusError, ClusterError when the connection is lost */
  async reply<T extends { readonly status: unknown }>(answer: Promise<T>): Promise<T> {
    const reply = await Promise.race([answer, this.#lost]);
    checkStatus(reply.status as ThriftStatus);
    return reply;
  }

  /** Cancels the latest statement and closes the session, in the background. */
  abandon(): void {
    const operationHandle = this.#started;
    const cancel = operationHandle ? this.driver.cancelOperation({ operationHandle }) : Promise.resolve();
    void Promise.race([cancel, this.#lost, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      .catch(() => undefined)
      .then(() => this.close());
  }

  /** Closes the session and everything in it. Never rejects. */
  async close(): Promise<void> {
    const closing = this.driver.closeSession({ sessionHandle: this.#session });
    await Promise.race([closing, this.#lost, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]).catch(
      () => undefined,
    );
    this.#client.close();
  }

  async #start(
    answer: Promise<{ status: unknown; operationHandle: OperationHandle }>,
  ): Promise<HiveOperation> {
    const { operationHandle } = await this.reply(answer);
    this.#started = operationHandle;
    return new HiveOperation(this, operationHandle);
  }
}

function unreachable({ host, port }: HiveAddress, reason: unknown): ClusterError {
  const why = (reason as { message?: string }).message ?? String(reason);
  return new ClusterError(`HiveServer2 at ${host}:${port} can't be reached`, { detail: why, cause: reason });
}

function checkStatus(status: ThriftStatus): void {
  if (status.statusCode === 3 || status.statusCode === 4)
    throw new HiveStatusError(status.errorMessage ?? "The server failed without an error message.");
}

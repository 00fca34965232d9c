import { Agent, type AgentOptions, type ClientRequestArgs } from "node:http";
import type { Duplex } from "node:stream";
import { connectProven, type ServiceIdentity } from "../../local-service/prove-service.ts";

type OnSocket = (error: Error | null, socket?: Duplex) => void;

/** Keep-alive agent for a local service that must prove its identity on each connection. */
export class ProvenAgent extends Agent {
  readonly #service: ServiceIdentity;

  constructor(service: ServiceIdentity, options: AgentOptions) {
    super(options);
    this.#service = service;
  }

  override createConnection(_options: ClientRequestArgs, done: OnSocket): null {
    connectProven(this.#service).then((socket) => done(null, socket), done);
    return null;
  }
}

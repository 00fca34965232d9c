// This folder: uploads: sessions of parts, and files that are imported as they arrive.

import { randomUUID } from "node:crypto";
import { removeFile } from "../../system/system.ts";
import { Fault, tooMany } from "../../engine/errors/fault.ts";
import type { JobOutcome, JobService } from "../jobs/job-service.ts";
import type { JobStore } from "../jobs/job-store.ts";
import { KeyedMutex } from "../../system/mutex.ts";
import type { Stages, Storage } from "../../engine/contract/storage.ts";
import type { BulkFolder, BulkSession } from "./bulk-folder.ts";
import { receiveFile } from "./receive-file.ts";

export interface BulkImportDeps {
  readonly folder: BulkFolder;
  readonly storage: Storage;
  readonly stages: Stages;
  readonly jobs: JobService;
  readonly store: JobStore;
  readonly clock: () => number;
}

/** Sessions are kept in memory. */
const MAX_SESSIONS = 10_000;

export const noSession = (name: string): Fault =>
  new Fault("not_found", `Bulk import session ${name} does not exist`);

/** Bulk import sessions: parts are uploaded, a job loads them into a stage, a commit moves the stage into the table. */
export class BulkImports {
  readonly #deps: BulkImportDeps;
  readonly #sessions = new Map<string, BulkSession>();
  /** Aborts the background read of a part; by its session's id. */
  readonly #reading = new Map<AbortController, string>();
  /** Serializes perform, commit and delete per session. */
  readonly #steps = new KeyedMutex();

  private constructor(deps: BulkImportDeps) {
    this.#deps = deps;
  }

  /** Opens the sessions of a data folder. Interrupted steps can be repeated; a commit is atomic. */
  static async open(deps: BulkImportDeps): Promise<BulkImports> {
    const imports = new BulkImports(deps);
    for (const session of await deps.folder.readAll()) {
      imports.#sessions.set(session.name, session);
      const staged = await deps.stages.has(session.id);
      if (session.status === "performing") await imports.#save(session, { status: "uploading" });
      else if (session.status === "committing")
        await imports.#save(session, { status: staged ? "ready" : "committed" });
      else if (session.status === "ready" && !staged) await imports.#save(session, { status: "uploading" });
    }
    await deps.stages.keep(imports.list().map(({ id }) => id));
    return imports;
  }

  list(): BulkSession[] {
    return [...this.#sessions.values()];
  }

  /** @throws Fault `not_found` */
  get(name: string): BulkSession {
    const session = this.#sessions.get(name);
    if (!session) throw noSession(name);
    return session;
  }

  async create(name: string, database: string, table: string): Promise<BulkSession> {
    await this.#deps.storage.findTable(database, table);
    if (this.#sessions.has(name))
      throw new Fault("already_exists", `Bulk import session ${name} already exists`);
    if (this.#sessions.size >= MAX_SESSIONS)
      throw tooMany(60, `There are ${MAX_SESSIONS} bulk import sessions; delete those that are done.`);
    const session: BulkSession = {
      id: `bulk-${randomUUID()}`,
      name,
      database,
      table,
      createdAtMs: this.#deps.clock(),
      status: "uploading",
      uploadFrozen: false,
      jobId: null,
      validRecords: null,
      errorRecords: null,
      validParts: null,
      errorParts: null,
    };
    this.#sessions.set(name, session);
    try {
      await this.#save(session, {});
    } catch (error) {
      // The session does not exist: its name must be free for a retry.
      this.#sessions.delete(name);
      // What stays is removed at the next start.
      await this.#deps.folder.remove(session).catch(() => undefined);
      throw error;
    }
    return session;
  }

  /** A part with the same name is replaced. @throws Fault also if the session was frozen or deleted while the part arrived. */
  async uploadPart(name: string, part: string, request: Request): Promise<void> {
    const session = this.#open(name);
    checkPartName(part);
    const path = this.#deps.folder.partPath(session, part);
    const keep = async (move: () => Promise<void>): Promise<void> => {
      if (this.#open(name) !== session) throw deleted(name);
      await move();
      const reading = new AbortController();
      this.#reading.set(reading, session.id);
      // Runs in the background. Errors are ignored: performing the session reads the part again and reports them.
      this.#deps.stages
        .readAhead(session.id, { path, part }, { signal: reading.signal })
        .catch(() => undefined)
        .finally(() => this.#reading.delete(reading));
    };
    // As a step, so that no part is acknowledged that a load at the same time does not list.
    await receiveFile(request, path, (move) => this.#steps.run(session.id, () => keep(move)));
  }

  async deletePart(name: string, part: string): Promise<void> {
    const session = this.#open(name);
    checkPartName(part);
    if (!(await removeFile(this.#deps.folder.partPath(session, part))))
      throw new Fault("unavailable", `The part ${part} is being read; delete it in a moment.`);
  }

  parts(name: string): Promise<string[]> {
    return this.#deps.folder.parts(this.get(name));
  }

  async setFrozen(name: string, uploadFrozen: boolean): Promise<void> {
    const session = this.get(name);
    checkIdle(session);
    await this.#save(session, { uploadFrozen });
  }

  /** Issues the job that loads the parts into a stage. @returns the job's id. */
  perform(name: string, userName: string): Promise<string> {
    return this.#step(name, async (session) => {
      if (!session.uploadFrozen)
        throw new Fault("invalid", `Bulk import session ${name} is not frozen; freeze it first.`);
      checkIdle(session);
      const former = session.status;
      await this.#save(session, { status: "performing" });
      try {
        const job = await this.#deps.jobs.issue(
          {
            type: "bulk_import",
            database: session.database,
            query: `-- load bulk import session ${name} for ${session.database}.${session.table}`,
            priority: 0,
            retryLimit: 0,
            domainKey: null,
            userName,
            mayWrite: true,
            createdAtMs: this.#deps.clock(),
          },
          {
            run: ({ signal }) => this.#load(session, signal),
            onDropped: () => this.#save(session, { status: former }),
          },
        );
        await this.#save(session, { jobId: job.id });
        return job.id;
      } catch (error) {
        await this.#save(session, { status: former });
        throw error;
      }
    });
  }

  /** Moves the stage into the table atomically. Resolves once it is committed. */
  commit(name: string): Promise<void> {
    return this.#step(name, async (session) => {
      if (session.status === "committed") return;
      if (session.status !== "ready")
        throw new Fault(
          "invalid",
          `Bulk import session ${name} is ${session.status}; perform it before it is committed.`,
        );
      await this.#save(session, { status: "committing" });
      try {
        await this.#deps.storage.commitStage(session.id, session.database, session.table, session.id);
      } catch (error) {
        await this.#save(session, { status: "ready" });
        throw error;
      }
      await this.#save(session, { status: "committed" });
    });
  }

  /** Path of the records that the job refused; null before it ran. */
  errorRecords(name: string): string | null {
    const session = this.get(name);
    return session.errorRecords === null ? null : this.#deps.folder.errorPath(session);
  }

  async delete(name: string): Promise<void> {
    const session = this.get(name);
    const { jobs, store, stages, folder } = this.#deps;
    if (session.status === "performing" && session.jobId !== null) await jobs.kill(store.get(session.jobId));
    this.#endReading(session);
    await this.#step(name, async () => {
      this.#sessions.delete(name);
      await stages.drop(session.id);
      await folder.remove(session);
    });
  }

  /** Deletes the sessions created before a time, with their parts. */
  async deleteOld(beforeMs: number): Promise<void> {
    for (const session of this.list()) {
      // Its client may have deleted it meanwhile.
      if (session.createdAtMs < beforeMs && this.#isThere(session)) await this.delete(session.name);
    }
  }

  #endReading(session: BulkSession): void {
    for (const [reading, id] of this.#reading)
      if (id === session.id) reading.abort(new Error("Its session no longer needs it."));
  }

  #isThere(session: BulkSession): boolean {
    return this.#sessions.get(session.name) === session;
  }

  /** Runs the steps of a session one by one. @throws Fault `not_found` also if it was deleted meanwhile. */
  async #step<T>(name: string, work: (session: BulkSession) => Promise<T>): Promise<T> {
    const { id } = this.get(name);
    return this.#steps.run(id, () => {
      const session = this.get(name);
      if (session.id !== id) throw deleted(name);
      return work(session);
    });
  }

  #open(name: string): BulkSession {
    const session = this.get(name);
    if (session.status !== "uploading" || session.uploadFrozen) {
      const state = session.uploadFrozen ? "frozen" : session.status;
      throw new Fault("invalid", `Bulk import session ${name} is ${state}; its parts can't be changed.`);
    }
    return session;
  }

  async #load(session: BulkSession, signal: AbortSignal): Promise<JobOutcome> {
    const { folder, stages } = this.#deps;
    try {
      const parts = await folder.parts(session);
      const files = parts.map((part) => ({ path: folder.partPath(session, part), part }));
      const refusedPath = folder.errorPath(session);
      const { records, refused } = await stages.load(
        session.id,
        { files, arrival: null, refusedPath },
        { signal },
      );
      signal.throwIfAborted();
      // Parts still waiting for their background read are in the stage; after the commit they would be staged again.
      this.#endReading(session);
      await this.#save(session, {
        status: "ready",
        validRecords: records,
        errorRecords: refused,
        validParts: parts.length,
        errorParts: 0,
      });
      return {
        columns: null,
        rowCount: records,
        resultSize: null,
        output: `read ${records} records of ${parts.length} parts${refused === 0 ? "" : `, refused ${refused} without a whole time or with a key that is no text`}`,
      };
    } catch (error) {
      await this.#save(session, {
        status: "uploading",
        validRecords: 0,
        errorRecords: 0,
        validParts: 0,
        errorParts: 1,
      });
      throw error;
    }
  }

  async #save(session: BulkSession, change: Partial<BulkSession>): Promise<void> {
    Object.assign(session, change);
    // A late step of a deleted session must not recreate its folder.
    if (this.#isThere(session)) await this.#deps.folder.write(session);
  }
}

/** @throws Fault `invalid` while the session is performed or committed, and afterwards. */
function checkIdle({ name, status }: BulkSession): void {
  if (status !== "uploading" && status !== "ready")
    throw new Fault("invalid", `Bulk import session ${name} is ${status}.`);
}

const deleted = (name: string): Fault => new Fault("not_found", `Bulk import session ${name} was deleted`);

/** @throws Fault `bad_request` */
function checkPartName(part: string): void {
  if (part.includes("/") || part.split(".").length > 2 || Buffer.byteLength(part) > 150)
    throw new Fault(
      "bad_request",
      `The part name ${JSON.stringify(part)} must have no /, one dot at most, and 150 bytes at most.`,
    );
}

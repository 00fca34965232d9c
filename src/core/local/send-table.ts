import { stat } from "node:fs/promises";
import { ConfigError } from "../errors.ts";
import { throwExplained } from "../files/missing-package.ts";
import { processState } from "../process-state.ts";
import type { LocalTable } from "../wire/local-request.ts";
import { ifThere } from "../../system/system.ts";
import { isTable, type FrameInput } from "../write/frame.ts";
import type { LocalSession, SessionFile } from "./local-session.ts";
import { tableFrame } from "./table-frame.ts";

/** A table as a file. */
interface WrittenTable extends Pick<LocalTable, "columns"> {
  readonly file: SessionFile;
  readonly session: LocalSession;
}

/** The files of a process's tables: one for each table, as long as the table is in memory. */
interface WrittenTables {
  readonly of: WeakMap<object, Promise<WrittenTable>>;
  readonly cleanUp: FinalizationRegistry<() => void>;
}

const processTables = processState("local-tables", (): WrittenTables => ({
  of: new WeakMap(),
  cleanUp: new FinalizationRegistry((remove) => remove()),
}));

/**
 * Writes a table for the local service's engine. A table of Arquero, which never changes, is written once, and its file removed when nothing
 * refers to the table any more; a list of rows is written each time, and `forget` removes it.
 *
 * @throws ConfigError naming a value that is no table
 */
export async function sendTable(
  session: LocalSession,
  name: string,
  input: FrameInput,
): Promise<{ readonly table: LocalTable; readonly forget: () => Promise<void> }> {
  const isLasting = isTable(input);
  const earlier = isLasting ? await processTables.of.get(input) : undefined;
  // The service removes the files of processes that it finds no more, and knows none of another service.
  if (earlier?.session === session && (await ifThere(stat(earlier.file.path))) !== null)
    return { table: requestOf(name, earlier), forget: () => Promise.resolve() };
  const writing = writeTable(session, name, input);
  if (!isLasting) {
    const own = await writing;
    return { table: requestOf(name, own), forget: () => session.remove(own.file) };
  }
  processTables.of.set(input, writing);
  try {
    const own = await writing;
    // A file that can't be removed goes with the session's folder.
    processTables.cleanUp.register(input, () => void session.remove(own.file).catch(() => undefined));
    return { table: requestOf(name, own), forget: () => Promise.resolve() };
  } catch (error) {
    processTables.of.delete(input);
    throw error;
  }
}

const requestOf = (name: string, { file, columns }: WrittenTable): LocalTable => ({
  name,
  file: file.request,
  columns,
});

async function writeTable(session: LocalSession, name: string, input: FrameInput): Promise<WrittenTable> {
  const frame = tableFrame(name, input);
  const { writeLocal } = await import("./write-local.ts").catch(throwExplained);
  const file = await session.newFile("parquet");
  try {
    return { file, session, columns: await writeLocal(frame, file.path) };
  } catch (error) {
    await session.remove(file);
    if (!(error instanceof Error)) throw error;
    throw new ConfigError(`the table ${name} can't be used in SQL: ${error.message}`, { cause: error });
  }
}

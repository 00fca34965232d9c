import type { Batch } from "../core/blocks/batch.ts";
import { Fault, databaseExists, noDatabase, noTable } from "../engine/errors/fault.ts";
import type {
  ImportRecords,
  Stages,
  StoredDatabase,
  Storage,
  StoredTable,
} from "../engine/contract/storage.ts";
import type { ClusterStorage } from "./cluster-storage.ts";

export interface RoutedStorageDeps {
  readonly embedded: Storage;
  /** In order of precedence for databases of the same name. */
  readonly clusters: readonly ClusterStorage[];
  /** False if every dialect runs on a cluster, so that no statement could query embedded tables. */
  readonly showEmbedded: boolean;
  readonly stages: Pick<Stages, "drop">;
  readonly records: ImportRecords;
}

type Store = ClusterStorage | Storage;
type TableCall = (database: string, table: string, ...more: unknown[]) => Promise<unknown>;

/** One catalogue over the clusters and the embedded engine. For equal names the first one wins. */
export class RoutedStorage implements Storage {
  readonly #deps: RoutedStorageDeps;
  readonly #stores: readonly Store[];
  readonly findTable = this.#toOwner("findTable");
  readonly showTable = this.#toOwner("showTable");
  readonly deleteTable = this.#toOwner("deleteTable");
  readonly swapTables = this.#toOwner("swapTables");
  readonly renameTable = this.#toOwner("renameTable");
  readonly moveTable = this.#toOwner("moveTable");
  readonly updateSchema = this.#toOwner("updateSchema");
  readonly setExpireDays = this.#toOwner("setExpireDays");

  constructor(deps: RoutedStorageDeps) {
    this.#deps = deps;
    this.#stores = [...deps.clusters, ...(deps.showEmbedded ? [deps.embedded] : [])];
  }

  async listDatabases(): Promise<StoredDatabase[]> {
    const lists = await Promise.all(this.#stores.map((store) => store.listDatabases()));
    return byName(lists.flat());
  }

  async hasDatabase(database: string): Promise<boolean> {
    return (await this.#find(database)) !== null;
  }

  async createDatabase(database: string): Promise<void> {
    if (await this.hasDatabase(database)) throw databaseExists(database);
    await (this.#stores[0] as Store).createDatabase(database);
  }

  async deleteDatabase(database: string): Promise<void> {
    await (await this.#need(database)).deleteDatabase(database);
  }

  async listTables(database: string): Promise<StoredTable[]> {
    const having = await Promise.all(
      this.#stores.map(async (store) =>
        (await store.hasDatabase(database)) ? store.listTables(database) : null,
      ),
    );
    const lists = having.filter((list) => list !== null);
    if (lists.length === 0) throw noDatabase(database);
    return byName(lists.flat());
  }

  async createTable(database: string, table: string): Promise<number> {
    return (await this.#need(database)).createTable(database, table);
  }

  refresh(): void {
    for (const cluster of this.#deps.clusters) cluster.refresh();
  }

  async commitStage(
    stageId: string,
    database: string,
    table: string,
    importId: string,
  ): Promise<"loaded" | "known"> {
    const { embedded, records, stages } = this.#deps;
    const owner = await this.#owner(database, table);
    if (!isCluster(owner)) return embedded.commitStage(stageId, database, table, importId);
    const isLoaded = await records.isLoaded(database, table, importId);
    if (!isLoaded) {
      const columns = await records.stageColumns(stageId);
      const batches = async function* (): AsyncGenerator<Batch> {
        yield* (await records.stageRows(stageId)).batches;
      };
      await owner.load(database, table, { columns, batches }, importId);
      await records.recordLoaded(database, table, importId);
    }
    await stages.drop(stageId);
    return isLoaded ? "known" : "loaded";
  }

  async #find(database: string): Promise<Store | null> {
    for (const store of this.#stores) if (await store.hasDatabase(database)) return store;
    return null;
  }

  /** Where new tables of a database are created. @throws Fault `not_found` */
  async #need(database: string): Promise<Store> {
    const store = await this.#find(database);
    if (!store) throw noDatabase(database);
    return store;
  }

  /** A method whose first arguments are a database and a table, of the catalogue that has the table. */
  #toOwner<M extends keyof ClusterStorage & keyof Storage>(method: M): Storage[M] {
    const call = async (database: string, table: string, ...more: unknown[]): Promise<unknown> => {
      const owner = await this.#owner(database, table);
      return (owner[method] as unknown as TableCall).call(owner, database, table, ...more);
    };
    return call as Storage[M];
  }

  /** The catalogue that has a table. @throws Fault `not_found` */
  async #owner(database: string, table: string): Promise<Store> {
    await this.#need(database);
    for (const store of this.#stores) {
      if (!(await store.hasDatabase(database))) continue;
      try {
        await store.findTable(database, table);
        return store;
      } catch (error) {
        if (!(error instanceof Fault) || error.kind !== "not_found") throw error;
      }
    }
    throw noTable(database, table);
  }
}

function isCluster(store: Store): store is ClusterStorage {
  return "load" in store;
}

/** Sorted by name; of equal names the first one stays. */
function byName<T extends { readonly name: string }>(records: readonly T[]): T[] {
  const first = new Map<string, T>();
  for (const record of records) if (!first.has(record.name)) first.set(record.name, record);
  return [...first.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

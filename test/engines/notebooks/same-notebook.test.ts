import { beforeAll, describe, expect, test } from "@jest/globals";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Notebook } from "../../../src/kernel/notebook/notebook-file.ts";
import { joinedText } from "../../../src/kernel/notebook/notebook-file.ts";
import { runNotebook } from "../../../src/kernel/notebook/run-notebook.ts";
import type { ClusterOptions } from "../../../src/clusters/open-clusters.ts";
import { startService, type Service } from "../../../src/service/start-service.ts";
import { engineUrl } from "../helpers/engine-url.ts";
import { hiveOptions } from "../helpers/hive-options.ts";

/** The notebook; only the name of the dialect's magic differs. */
const cells = (dialect: string): string[] => [
  "%svc_use default",
  `import { table } from "arquero";
import { connect, to_svc } from "svclib/pandas_td";
const con = connect();
const frame = table({
  city: ["Oslo", "Lima", "Oslo", null, "it's"],
  price: [1.5, 2.25, -0.5, 4, null],
  big: [1, 9007199254740993n, 3, null, 5],
  time: [1704067200, 1704070800, 1704153600, 1704240000, 1704326400],
});
await to_svc(frame, "default.svc_notebook", con, { if_exists: "replace", index: false, fmt: "msgpack" });`,
  `%%svc_${dialect} -o totals
select city, count(*) as n, sum(price) as total, max(big) as most
from svc_notebook where city is not null group by city order by city`,
  `const cities = totals.array("city").slice(0, 2) as string[];
cities`,
  `%%svc_${dialect}
select city, price, big from svc_notebook where city in {cities} order by time`,
  `%%svc_${dialect}
select TD_TIME_FORMAT(time, 'yyyy-MM-dd', 'UTC') as day, count(*) as n from svc_notebook
where TD_TIME_RANGE(time, '2024-01-01', '2024-01-03') group by TD_TIME_FORMAT(time, 'yyyy-MM-dd', 'UTC') order by day`,
  `%%svc_${dialect}
select time, price, case when price > 2 then 'dear' when price is null then 'unknown' else 'cheap' end as judged
from svc_notebook order by time`,
  `%%svc_${dialect}
with per_city as (select city, avg(price) as mean from svc_notebook group by city)
select a.city, round(b.mean, 3) as mean from svc_notebook a join per_city b on a.city = b.city order by a.time`,
  `%%svc_${dialect} --pivot
select time, city, price from svc_notebook where city is not null order by time`,
  `totals.derive({ twice: (d) => d.n * 2 })`,
];

const notebook = (dialect: string): Notebook =>
  ({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: cells(dialect).map((source, index) => ({
      cell_type: "code",
      id: `cell-${index}`,
      metadata: {},
      execution_count: null,
      outputs: [],
      source,
    })),
  });

/** Output of each cell, as text. */
async function shown(dialect: string, clusters: ClusterOptions): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), "svc-same-"));
  let service: Service | null = null;
  try {
    service = await startService({ dataDir: join(home, "data"), clusters });
    const { url, apikey } = service;
    const form = new FormData();
    await fetch(`${url}/v3/database/create/default`, {
      method: "POST",
      headers: { authorization: `TD1 ${apikey}` },
      body: form,
    });
    const texts: string[] = [];
    const { failed } = await runNotebook(notebook(dialect), {
      kernel: "tslab",
      cwd: home,
      env: { ...process.env, SVC_API_KEY: apikey, SVC_API_SERVER: url },
      cellTimeoutMs: 120_000,
      onCell: ({ source, outputs }) => {
        const seen = outputs
          .map((output) => ("data" in output ? joinedText((output.data["text/plain"] ?? "") as string | string[]) : ""))
          // Times differ from run to run.
          .filter((text) => !/^(upload|download|\w+ job \d+): /.test(text));
        texts.push(`${source}\n=> ${seen.join("\n").trim()}`);
      },
    });
    expect(failed?.error ?? null).toBeNull();
    return texts;
  } finally {
    await service?.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const engines = [
  { dialect: "presto", variable: "TRINO_URL", clusters: () => ({ presto: { url: engineUrl("TRINO_URL"), catalog: "memory" } }) },
  { dialect: "hive", variable: "HIVE_URL", clusters: () => ({ hive: hiveOptions() }) },
].filter(({ variable }) => process.env[variable]);

describe("the same notebook with magics", () => {
  const embedded = new Map<string, string[]>();
  beforeAll(async () => {
    if (engines.length === 0) engineUrl("TRINO_URL");
    for (const { dialect } of engines) embedded.set(dialect, await shown(dialect, {}));
  });

  test.each(engines)("shows the same tables on $variable as embedded", async ({ dialect, clusters }) => {
    const here = embedded.get(dialect) ?? [];
    expect(here).toHaveLength(cells(dialect).length);
    expect(await shown(dialect, clusters())).toEqual(here);
  });
});

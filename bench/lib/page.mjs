import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";

const page = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));
const picture = fileURLToPath(new URL("../../docs/pictures/performance.svg", import.meta.url));
const marks = ["<!-- figures -->", "<!-- end of the figures -->"];

const PYTHON = "the service's Python client";
/** The page's rows: a question, prefixes of the measurement's `what` and of its peer's text, and the peer's name. */
const ROWS = [
  [
    "A million rows into a table, from svclib's own service",
    "job result 1,000,000 x 8 to a table, as blocks",
    "original",
    PYTHON,
    "read-result",
  ],
  [
    "A million rows into a table, in the hosted service's form",
    "job result 1,000,000 x 8 to a table, as msgpack.gz",
    "original",
    PYTHON,
    "read-result",
  ],
  [
    "200 columns, 50,000 rows into a table",
    "50,000 rows, 200 columns, as msgpack.gz",
    "original",
    PYTHON,
    "read-result",
  ],
  ["96 MB over a slow link", "result of 96 MB", "original read_td_job", PYTHON, "slow-link"],
  [
    "A million rows from a table to the service",
    "to_svc 1,000,000 x 8, csv",
    "original",
    PYTHON,
    "write-frame",
  ],
  ["All tables of 200 databases", "%svc_tables over 200 databases", "original", PYTHON, "list-tables"],
  ["A pivot of a million rows", "pivot of 1,000,000 rows, days by airports", "original", "pandas", "pivot"],
  [
    "A query on a million rows, run and read",
    "query on the embedded engine",
    "@duckdb",
    "DuckDB's own driver",
    "query-to-table",
  ],
  ["A trivial cell in svc-tslab", "tslab: a trivial cell", "bare", "tslab", "kernel-latency"],
  ["A trivial cell in svc-deno", "deno: a trivial cell", "bare", "Deno's kernel", "kernel-latency"],
];

const milliseconds = (text) => Number(/([\d,.]+) ms/.exec(text)?.[1]?.replaceAll(",", "") ?? NaN);
const time = (ms) =>
  ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
const ratio = (ours, theirs) =>
  ours <= theirs ? `${(theirs / ours).toFixed(1)} × faster` : `${(ours / theirs).toFixed(1)} × slower`;

/** Writes ten figures of a run to docs/performance.md, and draws them. All figures are in reports/bench.json. */
export async function writePage({ machine, rounds, startedAt, results }) {
  const text = readFileSync(page, "utf8");
  const [from, end] = marks.map((mark) => text.indexOf(mark));
  if (from < 0 || end < from)
    throw new Error(`docs/performance.md has no place for figures: ${marks.join(" ... ")}`);
  const rows = ROWS.map(([question, what, peerText, peer, bench]) => {
    const found = results.find((row) => row.what.startsWith(what) && String(row.peer).includes(peerText));
    const [ours, theirs] = [
      milliseconds(found?.ours),
      milliseconds(String(found?.peer).replace(/^[^:]*/, "")),
    ];
    if (!(ours > 0 && theirs > 0)) throw new Error(`no figures for: ${question}`);
    return { question, peer, bench, ours, theirs };
  });
  const table = [
    "| what | svclib | the peer | | repeat it: `npm run bench --` |",
    "| --- | ---: | ---: | --- | --- |",
    ...rows.map(
      ({ question, peer, bench, ours, theirs }) =>
        `| ${question} | ${time(ours)} | ${peer}: ${time(theirs)} | ${ratio(ours, theirs)} | \`${bench}\` |`,
    ),
  ].join("\n");
  const head = `${startedAt.slice(0, 10)}, ${machine}; the median of ${rounds} rounds.`;
  const filled = `${text.slice(0, from + marks[0].length)}\n\n${table}\n\n${head}\n\n${text.slice(end)}`;
  writeFileSync(page, await format(filled, { ...(await resolveConfig(page)), filepath: page }));
  writeFileSync(picture, drawing(rows));
}

/** Bar chart of svclib's speed relative to its peers; a line marks 1. */
function drawing(rows) {
  const [left, width, step] = [390, 330, 26];
  const times = rows.map(({ ours, theirs }) => theirs / ours);
  const scale = width / Math.max(...times);
  const bars = rows.map(({ question }, i) => {
    const y = 34 + i * step;
    const length = Math.max(times[i] * scale, 1);
    return [
      `<text x="${left - 10}" y="${y + 13}" text-anchor="end">${question.replaceAll("&", "&amp;")}</text>`,
      `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="18" fill="${times[i] >= 1 ? "#3178c6" : "#c0703a"}"/>`,
      `<text x="${(left + length + 6).toFixed(1)}" y="${y + 13}">${times[i].toFixed(1)} ×</text>`,
    ].join("");
  });
  const height = 34 + rows.length * step + 8;
  const one = (left + scale).toFixed(1);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 ${height}" width="800" height="${height}" font-family="sans-serif" font-size="13" fill="#24292f" role="img">`,
    `<title>How many times as fast as its peer svclib is</title><rect width="800" height="${height}" fill="#ffffff"/>`,
    `<text x="${left}" y="18" fill="#57606a">times as fast as the peer; the line is 1</text>`,
    ...bars,
    `<line x1="${one}" y1="26" x2="${one}" y2="${height - 6}" stroke="#57606a" stroke-dasharray="3 3"/>`,
    "</svg>\n",
  ].join("\n");
}

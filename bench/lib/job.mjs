/**
 * Runs a query as a job of a service and waits for its end, without reading the result.
 *
 * @param blocks - True: as svclib issues it, with the result in column blocks; false: as other clients do, in msgpack.gz.
 * @returns the job's id, and the announced rows and bytes of its result.
 */
export async function finishedJob({ url, apikey }, sql, { blocks = false } = {}) {
  const headers = { authorization: `TD1 ${apikey}`, ...(blocks ? { "x-svc-blocks": "1" } : {}) };
  const ask = async (path, init = {}) => {
    const response = await fetch(`${url}${path}`, { headers, ...init });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const body = String(new globalThis.URLSearchParams({ query: sql }));
  const { job_id } = await ask("/v3/job/issue/presto/sample_datasets", {
    method: "POST",
    body,
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
  });
  for (;;) {
    const { status, num_records, result_size, result_blocks_size, debug } = await ask(
      `/v3/job/show/${job_id}`,
    );
    if (status === "success")
      return { jobId: String(job_id), rows: num_records, bytes: result_blocks_size ?? result_size };
    if (status === "error" || status === "killed")
      throw new Error(`job ${job_id}: ${status}: ${debug?.stderr}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

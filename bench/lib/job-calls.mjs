/** Requests to a local service: `ask` gets a path (with `fields` it is a POST), `issue` starts a Presto job over the samples, `state` returns its state. */
export function jobCalls({ url, apikey }) {
  const headers = { authorization: `TD1 ${apikey}` };
  const ask = async (path, fields) => {
    const init = fields === undefined ? {} : { method: "POST", body: new globalThis.URLSearchParams(fields) };
    const response = await fetch(`${url}${path}`, { headers, ...init });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    ask,
    issue: async (query) => (await ask("/v3/job/issue/presto/sample_datasets", { query })).job_id,
    state: async (id, waitSeconds = 0) => (await ask(`/v3/job/status/${id}?wait=${waitSeconds}`)).status,
  };
}

import { NotObtained } from "../../scripts/engines/run-tool.mjs";
import { pythonEnvironment } from "../../scripts/python-environment.mjs";

const PACKAGES = ["pytd==2.4.0", "td-client==1.7.0", "pandas==2.2.3", "ipython<9"];

/** A Python with the service's original client, installed on first use. @returns the interpreter's path. @throws NotObtained if it is unavailable. */
export const installOrigin = () => pythonEnvironment("origin-2.4.0", PACKAGES, "pytd, pandas, IPython");

/** The same, or null if it is unavailable, with the reason on stderr. */
export function pythonWithOrigin() {
  try {
    return installOrigin();
  } catch (error) {
    if (!(error instanceof NotObtained)) throw error;
    process.stderr.write(`The original client can't be installed here: ${error.message}\n`);
    return null;
  }
}

/** Environment variables of the original client; its statement path needs a URL without a trailing slash. */
export const originEnv = ({ url, apikey }) => ({
  TD_API_KEY: apikey,
  TD_API_SERVER: url,
  TD_PRESTO_API: url,
});

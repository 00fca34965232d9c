import { NotObtained } from "../../scripts/engines/run-tool.mjs";
import { pythonEnvironment } from "../../scripts/python-environment.mjs";

const PACKAGES = ["pytd==2.4.0", "td-client==1.7.0", "pandas==2.2.3", "ipython<9"];

/** A Python with the service's original client; made on first use. @returns the interpreter's path. @throws NotObtained where it can't be had. */
export const installOrigin = () => pythonEnvironment("origin-2.4.0", PACKAGES, "pytd, pandas, IPython");

/** The same, or null where it can't be had, with the reason on stderr. */
export function pythonWithOrigin() {
  try {
    return installOrigin();
  } catch (error) {
    if (!(error instanceof NotObtained)) throw error;
    process.stderr.write(`The original client can't be installed here: ${error.message}\n`);
    return null;
  }
}

/** The environment that the original client reads; its statement path wants an address without a closing slash. */
export const originEnv = ({ url, apikey }) => ({
  TD_API_KEY: apikey,
  TD_API_SERVER: url,
  TD_PRESTO_API: url,
});

import { expect, test } from "@jest/globals";
import { jupyterDataDir } from "../../../src/kernel/kernelspec/kernels-folder.ts";

test.each([
  ["linux", {}, "/home/u/.local/share/jupyter"],
  ["linux", { XDG_DATA_HOME: "/data" }, "/data/jupyter"],
  ["linux", { JUPYTER_DATA_DIR: "/chosen", XDG_DATA_HOME: "/data" }, "/chosen"],
  ["linux", { JUPYTER_PLATFORM_DIRS: "1" }, "/home/u/.local/share/jupyter"],
  ["darwin", {}, "/home/u/Library/Jupyter"],
  ["darwin", { JUPYTER_PLATFORM_DIRS: "1" }, "/home/u/Library/Application Support/Jupyter"],
  ["darwin", { JUPYTER_PLATFORM_DIRS: "0" }, "/home/u/Library/Jupyter"],
  ["win32", { APPDATA: "/roaming" }, "/roaming/jupyter"],
  ["win32", {}, "/home/u/.jupyter/data"],
  ["win32", { JUPYTER_CONFIG_DIR: "/config" }, "/config/data"],
  ["win32", { JUPYTER_PLATFORM_DIRS: "true", LOCALAPPDATA: "/local" }, "/local/Jupyter"],
] as const)("%s %j: %s", (platform, env, expected) => {
  expect(jupyterDataDir({ platform, env, home: "/home/u" })).toBe(expected);
});

import { expect, test } from "@jest/globals";
import { lsmagic, magic_help } from "../../src/magics/help.ts";
import { recordingHost } from "./helpers/recording-host.ts";

test("lsmagic lists all magics by name", () => {
  const magics = lsmagic();
  expect(magics.index).toEqual(["magic"]);
  expect(magics.array("magic")).toEqual([
    "%svc_databases",
    "%svc_tables",
    "%svc_jobs",
    "%svc_use",
    "%svc_job",
    "%%svc_hive",
    "%%svc_presto",
    "%%svc_local",
    "%svc_profile",
    "%lsmagic",
    "%load_ext",
    "%reload_ext",
  ]);
  expect(magics.get("usage", 4)).toBe("%svc_job [options] job_id");
});

test("help is shown", () => {
  const host = recordingHost();
  magic_help("svc_use");
  expect(host.shown[0]?.["text/plain"]).toContain(
    "usage: %svc_use [-h] [database_name]\n\nMakes a database the current one",
  );
  expect(host.shown[0]?.["text/html"]).toContain("magic_tables[&quot;name&quot;]");
  expect(() => magic_help("nothing")).toThrow("there is no magic nothing");
});

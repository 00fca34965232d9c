import { expect, test } from "@jest/globals";
import { fileScan } from "../../../src/engine/tables/file-scan.ts";

test("the first file's name tells the format, the caller more options of it", () => {
  const options = { csv: "sample_size = -1" };
  expect(fileScan(["/a/it's.csv.gz", "/a/b.csv"], options)).toBe(
    "read_csv(['/a/it''s.csv.gz', '/a/b.csv'], union_by_name = true, hive_partitioning = false, header = true, sample_size = -1)",
  );
  expect(fileScan(["/a.TSV"])).toBe(
    "read_csv(['/a.TSV'], union_by_name = true, hive_partitioning = false, header = true, delim = '\t')",
  );
  expect(fileScan(["/a.parquet"], options)).toBe(
    "read_parquet(['/a.parquet'], union_by_name = true, hive_partitioning = false)",
  );
  expect(fileScan(["/a.ndjson"], options)).toBe(
    "read_json(['/a.ndjson'], union_by_name = true, hive_partitioning = false)",
  );
  expect(fileScan(["/a.txt"])).toBeNull();
  expect(fileScan([])).toBeNull();
});

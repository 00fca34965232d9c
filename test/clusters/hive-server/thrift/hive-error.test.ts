import { expect, test } from "@jest/globals";
import { hiveError } from "../../../../src/clusters/hive-server/thrift/hive-error.ts";

const start = { line: 2, column: 5 };

test.each<[said: string, kind: string, message: string]>([
  [
    "org.apache.hive.service.cli.HiveSQLException: Error running query: [UNRESOLVED_COLUMN.WITH_SUGGESTION] org.apache.spark.sql.AnalysisException: [UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name `nix` cannot be resolved. SQLSTATE: 42703; line 1 pos 7;\n'Project ['nix]\n+- Range (0, 3, step=1)\n\n\tat org.apache.spark.X(Y.scala:43)",
    "COLUMN_NOT_FOUND",
    "line 2:12: [UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name `nix` cannot be resolved. SQLSTATE: 42703",
  ],
  [
    "org.apache.hive.service.cli.HiveSQLException: Error running query: [PARSE_SYNTAX_ERROR] org.apache.spark.sql.catalyst.parser.ParseException: \n[PARSE_SYNTAX_ERROR] Syntax error at or near 'y'. SQLSTATE: 42601 (line 2, pos 9)\n\n== SQL ==\nSELECT",
    "SYNTAX_ERROR",
    "line 3:10: [PARSE_SYNTAX_ERROR] Syntax error at or near 'y'. SQLSTATE: 42601",
  ],
  [
    "Error while compiling statement: FAILED: SemanticException [Error 10001]: Line 1:14 Table not found 'nix'",
    "TABLE_NOT_FOUND",
    "line 2:19: [Error 10001]: Table not found 'nix'",
  ],
  [
    "Error while compiling statement: FAILED: ParseException line 1:7 cannot recognize input near 'FORM' 'x'",
    "SYNTAX_ERROR",
    "line 2:12: cannot recognize input near 'FORM' 'x'",
  ],
  [
    "Failed to open new session: Database nix does not exist",
    "SCHEMA_NOT_FOUND",
    "Failed to open new session: Database nix does not exist",
  ],
  ["", "GENERIC_USER_ERROR", "The server failed without an error message."],
])("%s", (said, kind, message) => {
  expect(hiveError(said, { sql: "", start })).toMatchObject({ name: "SqlError", kind, message });
});

test.each([
  ["ParseException line 2:10 cannot recognize input", "line 3:10: cannot recognize input"],
  ["SemanticException [Error 10004]: Line 2:10 Invalid column", "line 3:10: [Error 10004]: Invalid column"],
  ["[UNRESOLVED_COLUMN] no column; line 2 pos 9", "line 3:10: [UNRESOLVED_COLUMN] no column"],
])("columns count characters, also behind an emoji: %s", (said, message) => {
  const sql = "select '😀',\n  '😀', a x\nfrom t";
  expect(hiveError(said, { sql, start })).toMatchObject({ message });
});

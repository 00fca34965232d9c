import { family, scalar } from "../../functions/function-table.ts";

const part = (group: string) => scalar("(varchar(x)) -> varchar(x)", `~url_part($1, '${group}')`);

export const url = family("functions/url", {
  url_extract_protocol: part("protocol"),
  url_extract_host: part("host"),
  url_extract_path: part("path"),
  url_extract_query: part("query"),
  url_extract_fragment: part("fragment"),
  url_extract_port: scalar("(varchar) -> bigint", "TRY_CAST(~url_part($1, 'port') AS BIGINT)"),
  url_extract_parameter: scalar("(varchar(x), varchar) -> varchar(x)", "~url_parameter($1, $2)"),
  url_encode: scalar("(varchar) -> varchar", "svc_url_encode($1)"),
  url_decode: scalar(
    "(varchar(x)) -> varchar(x)",
    // The error is outside of what is used twice: the engine computes that ahead, also for no rows.
    "CASE WHEN contains(regexp_replace($1, '%[0-9A-Fa-f]{2}', '', 'g'), '%') THEN CAST(CAST('svc!INVALID_FUNCTION_ARGUMENT!a % is not followed by two hexadecimal digits: ' || $1 AS BIGINT) AS VARCHAR) ELSE ~url_decoded(replace($1, '+', ' ')) END",
  ),
});

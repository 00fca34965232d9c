import { family } from "../../functions/function-table.ts";

export const url = family("functions/url")`
url_extract_protocol(url) → varchar | protocol | url_extract_protocol('https://x.com/a') --> "https"
  (varchar(x)) -> varchar(x) = ~url_part($1, 'protocol')
url_extract_host(url) → varchar | host | url_extract_host('https://x.com/a') --> "x.com"
  (varchar(x)) -> varchar(x) = ~url_part($1, 'host')
url_extract_path(url) → varchar | path | url_extract_path('https://x.com/a/b?k=v') --> "/a/b"
  (varchar(x)) -> varchar(x) = ~url_part($1, 'path')
url_extract_query(url) → varchar | query | url_extract_query('https://x.com/a?k=v') --> "k=v"
  (varchar(x)) -> varchar(x) = ~url_part($1, 'query')
url_extract_fragment(url) → varchar | fragment | url_extract_fragment('https://x.com/a#b') --> "b"
  (varchar(x)) -> varchar(x) = ~url_part($1, 'fragment')
url_extract_port(url) → bigint | port | url_extract_port('http://h:80/') --> 80
  (varchar) -> bigint = TRY_CAST(~url_part($1, 'port') AS BIGINT)
url_extract_parameter(url, name) → varchar | value of a parameter | url_extract_parameter('https://x.com/a?k=v', 'k') --> "v"
  (varchar(x), varchar) -> varchar(x) = ~url_parameter($1, $2)
url_encode(string) → varchar | encoded | url_encode('a b&c') --> "a+b%26c"
  (varchar) -> varchar = svc_url_encode($1)
-- The error is outside of what is used twice: the engine computes that ahead, also for no rows.
url_decode(string) → varchar | decoded | url_decode('a%20b+c') --> "a b c"
  (varchar(x)) -> varchar(x) = CASE WHEN contains(regexp_replace($1, '%[0-9A-Fa-f]{2}', '', 'g'), '%') THEN fail(INVALID_FUNCTION_ARGUMENT, 'a % is not followed by two hexadecimal digits: ' || $1, VARCHAR) ELSE ~url_decoded(replace($1, '+', ' ')) END
`;

#!/usr/bin/env node
// The thread pool's size is read when the pool is first used, which loading an ES module already does: hence this CommonJS file.
// Every running DuckDB query holds one thread of the pool; with the default four, five long queries starve everything else.
process.env["UV_THREADPOOL_SIZE"] ??= "32";
void import("./main.js").then(({ main }) => main(process.argv));

#!/usr/bin/env node
// The command of the package svclib, for an install of this package alone.
const { dirname, join } = require("node:path");

require(join(dirname(require.resolve("svclib/package.json")), "dist", "cli", "svclib.cjs"));

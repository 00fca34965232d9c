import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import {
  channelAddress,
  createConnection,
  createKernelFolder,
  readConnectionFile,
  writeConnectionFile,
} from "../../../src/kernel/wire/connection-file.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a connection has five distinct ports and a random key", async () => {
  const connection = await createConnection("svc-tslab");
  const { shell_port, iopub_port, stdin_port, control_port, hb_port } = connection;
  expect(new Set([shell_port, iopub_port, stdin_port, control_port, hb_port]).size).toBe(5);
  expect(connection).toMatchObject({ transport: "tcp", ip: "127.0.0.1", signature_scheme: "hmac-sha256" });
  expect(connection.key).not.toBe((await createConnection("svc-tslab")).key);
});

test("addresses of tcp and ipc", () => {
  const ports = { shell_port: 1, iopub_port: 2, stdin_port: 3, control_port: 4, hb_port: 5 };
  expect(channelAddress({ transport: "tcp", ip: "127.0.0.1", ...ports }, "iopub")).toBe("tcp://127.0.0.1:2");
  expect(channelAddress({ transport: "ipc", ip: "/tmp/k", ...ports }, "shell")).toBe("ipc:///tmp/k-1");
});

test("a connection file is read back, and only its owner can read it", async () => {
  const connection = await createConnection("svc-deno");
  const kernelFolder = createKernelFolder();
  const path = writeConnectionFile(connection, kernelFolder.path);
  expect(readConnectionFile(path)).toEqual(connection);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  kernelFolder.remove();
  expect(() => readFileSync(path)).toThrow("ENOENT");
});

describe("readConnectionFile", () => {
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  test("fills in what Jupyter may omit", () => {
    const ports = { shell_port: 1, iopub_port: 2, stdin_port: 3, control_port: 4, hb_port: 5 };
    const defaults = { transport: "tcp", ip: "127.0.0.1", key: "", signature_scheme: "hmac-sha256" };
    expect(readConnectionFile(file("short.json", JSON.stringify(ports)))).toEqual({ ...defaults, ...ports });
  });

  test("names the file and the problem", () => {
    const broken = file("broken.json", "{");
    expect(() => readConnectionFile(broken)).toThrow(`Cannot read the connection file ${broken}: `);
    const partial = file("partial.json", '{"shell_port":1}');
    expect(() => readConnectionFile(partial)).toThrow(`The connection file ${partial} has no iopub_port`);
  });
});

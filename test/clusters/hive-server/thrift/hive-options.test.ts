import { expect, test } from "@jest/globals";
import { readHiveOptions } from "../../../../src/clusters/hive-server/thrift/hive-options.ts";

test.each([
  ["hive2://h", { host: "h", port: 10000, user: "svclib", auth: "plain", ssl: false }],
  ["hive2://me@h:1/db;auth=noSasl", { host: "h", port: 1, user: "me", auth: "nosasl", ssl: false }],
  ["hive2://h:1;ssl=true;user=u;auth=LDAP", { host: "h", port: 1, user: "u", auth: "plain", ssl: true }],
  ["hive2://[::1]:1", { host: "::1", port: 1, user: "svclib", auth: "plain", ssl: false }],
])("%s", (url, address) => {
  expect(readHiveOptions({ url })).toEqual(address);
});

test.each([
  ["http://h", undefined, 'The Hive address must be hive2://host:10000, not "http://h".'],
  ["hive2://u:secret@h", undefined, "The Hive address must not hold a password"],
  ["hive2://h;transportMode=http", undefined, "The Hive address can't have ;transportMode=…"],
  ["hive2://h;auth=kerberos", undefined, "The Hive address can't have ;auth=…"],
  ["hive2://h", "p", "A password is not sent to h in the clear; add ;ssl=true."],
])("%s is refused", (url, password, message) => {
  const read = (): unknown => readHiveOptions({ url, ...(password === undefined ? {} : { password }) });
  expect(read).toThrow(message);
  expect(read).not.toThrow("secret");
});

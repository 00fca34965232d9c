import { join } from "node:path";

/** Settings of a single-process HiveServer2 that keeps everything in `run`. */
export function hiveSite(run, port, more = {}) {
  const settings = {
    "fs.defaultFS": "file:///",
    "hadoop.tmp.dir": join(run, "tmp"),
    "javax.jdo.option.ConnectionURL": `jdbc:derby:;databaseName=${join(run, "metastore")};create=true`,
    "javax.jdo.option.ConnectionDriverName": "org.apache.derby.jdbc.EmbeddedDriver",
    // The scripts for a metastore's tables are only in Hive's own archive, so DataNucleus creates the tables.
    "datanucleus.schema.autoCreateAll": true,
    "hive.metastore.schema.verification": false,
    "hive.metastore.event.db.notification.api.auth": false,
    "metastore.task.threads.always": "",
    "metastore.task.threads.remote": "",
    "hive.metastore.warehouse.dir": join(run, "warehouse"),
    "hive.metastore.warehouse.external.dir": join(run, "external"),
    "hive.exec.scratchdir": join(run, "scratch"),
    "hive.exec.local.scratchdir": join(run, "local"),
    "hive.downloaded.resources.dir": join(run, "resources"),
    "hive.querylog.location": join(run, "querylog"),
    "hive.server2.logging.operation.log.location": join(run, "operations"),
    "hive.user.install.directory": join(run, "install"),
    "hive.jar.directory": join(run, "install"),
    "hive.server2.thrift.port": port,
    "hive.server2.thrift.bind.host": "127.0.0.1",
    "hive.server2.webui.port": 0,
    "hive.server2.enable.doAs": false,
    "hive.server2.max.start.attempts": 1,
    "hive.server2.materializedviews.registry.impl": "DUMMY",
    "hive.server2.in.place.progress": true,
    "hive.async.log.enabled": false,
    "hive.scheduled.queries.executor.enabled": false,
    "hive.support.concurrency": false,
    "hive.exec.submit.local.task.via.child": false,
    // Tez inside the server, with one warm session for all.
    "hive.execution.engine": "tez",
    "hive.server2.tez.initialize.default.sessions": true,
    "hive.server2.tez.default.queues": "default",
    "hive.server2.tez.sessions.per.default.queue": 1,
    "hive.server2.tez.session.lifetime": 0,
    "hive.tez.container.size": 256,
    "hive.tez.cpu.vcores": 1,
    "mapreduce.framework.name": "local",
    "tez.local.mode": true,
    "tez.local.mode.without.network": true,
    "tez.ignore.lib.uris": true,
    "tez.staging-dir": join(run, "staging"),
    "tez.session.am.dag.submit.timeout.secs": 86400,
    // A task that fails does so each time.
    "tez.am.task.max.failed.attempts": 1,
    "tez.am.inline.task.execution.max-tasks": 2,
    "tez.am.node-blacklisting.enabled": false,
    "tez.am.resource.memory.mb": 256,
    "tez.runtime.optimize.local.fetch": true,
    "tez.runtime.io.sort.mb": 16,
    "tez.runtime.unordered.output.buffer.size-mb": 16,
    ...more,
  };
  const escape = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const properties = Object.entries(settings).map(
    ([name, value]) => `<property><name>${name}</name><value>${escape(value)}</value></property>`,
  );
  return `<configuration>\n${properties.join("\n")}\n</configuration>\n`;
}

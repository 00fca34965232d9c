import com.treasuredata.client.*;
import com.treasuredata.client.model.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.zip.*;
import org.msgpack.core.*;

/** Uses the service's Java client like a program. Each step prints one line: its name, a tab, its result. */
public class UseTdClient {
    static final String DB = "java_db";

    static void say(String step, Object value) {
        System.out.println("STEP " + step + "\t" + String.valueOf(value).replace("\n", "\\n"));
    }

    /** The class and message of an error. */
    static void refused(String step, Runnable call) {
        try {
            call.run();
            say(step, "no error");
        } catch (TDClientException error) {
            say(step, error.getClass().getSimpleName() + ": " + error.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        TDClientBuilder builder = TDClient.newBuilder(false).setEndpoint(args[0]).setPort(Integer.parseInt(args[1])).setUseSSL(false);
        try (TDClient client = builder.setApiKey(args[2]).build()) {
            account(client);
            tables(client);
            jobs(client);
            imports(client);
            bulkImport(client);
            partialDelete(client);
            refusals(client, builder);
            client.deleteDatabase(DB);
            say("delete database", client.existsDatabase(DB));
        }
    }

    static void account(TDClient client) {
        say("status", client.serverStatus());
        say("user", client.getUser().getName() + " " + client.getUser().isAdministrator());
        say("key", client.validateApiKey().isAdministrator());
        say("users", client.listUsers().getUsers().stream().map(TDUser::getName).toList());
    }

    static String shown(TDTable table) {
        return table.getName() + " " + table.getRowCount() + " " + table.getSchema().stream().map(column -> column.getName() + ":" + column.getType()).toList();
    }

    static void tables(TDClient client) {
        client.createDatabase(DB);
        client.createDatabaseIfNotExists(DB);
        say("databases", client.listDatabaseNames());
        say("database", client.showDatabase(DB).getName() + " " + client.showDatabase(DB).getPermission());
        client.createTable(DB, "visits");
        client.createTableIfNotExists(DB, "visits");
        client.updateTableSchema(DB, "visits", List.of(new TDColumn("n", TDColumnType.LONG), new TDColumn("s", TDColumnType.STRING), new TDColumn("l", TDColumnType.newArrayType(TDColumnType.DOUBLE))));
        client.appendTableSchema(DB, "visits", List.of(new TDColumn("x", TDColumnType.DOUBLE)));
        say("table", shown(client.showTable(DB, "visits")));
        client.renameTable(DB, "visits", "visitors");
        client.createTable(DB, "other");
        client.swapTables(DB, "visitors", "other");
        say("swapped", client.listTables(DB).stream().map(UseTdClient::shown).toList());
        client.renameTable(DB, "other", "visitors", true);
        say("renamed", client.listTables(DB).stream().map(UseTdClient::shown).toList());
        say("exists", client.existsTable(DB, "visitors") + " " + client.existsTable(DB, "visits") + " " + client.existsDatabase("nowhere"));
        say("distribution", client.tableDistribution(DB, "visitors").isPresent());
    }

    /** Waits for a job's end. */
    static TDJob finished(TDClient client, String id) throws InterruptedException {
        ExponentialBackOff pause = new ExponentialBackOff(20, 1000, 1.5);
        while (!client.jobStatus(id).getStatus().isFinished()) Thread.sleep(pause.nextWaitTimeMillis());
        return client.jobInfo(id);
    }

    static byte[] bytes(InputStream stream) {
        try {
            return stream.readAllBytes();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** The values of a MessagePack stream, as JSON. */
    static List<String> unpacked(InputStream stream) {
        try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(stream)) {
            List<String> values = new ArrayList<>();
            while (unpacker.hasNext()) values.add(unpacker.unpackValue().toJson());
            return values;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    static InputStream inflated(InputStream stream) {
        try {
            return new GZIPInputStream(stream);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    static String text(TDClient client, String job, TDResultFormat format) {
        return client.jobResult(job, format, stream -> new String(bytes(stream), StandardCharsets.UTF_8));
    }

    static List<String> rows(TDClient client, String sql) throws InterruptedException {
        String job = client.submit(TDJobRequest.newPrestoQuery(DB, sql));
        TDJob done = finished(client, job);
        if (done.getStatus() != TDJob.Status.SUCCESS) return List.of(done.getStatus() + ": " + done.getStdErr());
        return client.jobResult(job, TDResultFormat.MESSAGE_PACK_GZ, stream -> unpacked(inflated(stream)));
    }

    static void jobs(TDClient client) throws InterruptedException {
        String presto = client.submit(TDJobRequest.newPrestoQuery(DB, "select * from (values (1, 'é', 0.5e0, array[1, 2]), (9223372036854775807, null, null, null)) t(n, s, d, l) order by n"));
        TDJob done = finished(client, presto);
        say("presto", done.getStatus() + " " + done.getType() + " " + done.getDatabase() + " " + done.getNumRecords() + " " + done.getResultSchema().orElse("no schema"));
        say("msgpack.gz", client.jobResult(presto, TDResultFormat.MESSAGE_PACK_GZ, stream -> unpacked(inflated(stream))));
        say("msgpack", client.jobResult(presto, TDResultFormat.MESSAGE_PACK, UseTdClient::unpacked));
        say("result size", done.getResultSize() == client.jobResult(presto, TDResultFormat.MESSAGE_PACK_GZ, stream -> bytes(stream).length));
        say("csv", text(client, presto, TDResultFormat.CSV));
        say("tsv", text(client, presto, TDResultFormat.TSV));
        say("json", text(client, presto, TDResultFormat.JSON));
        String hive = client.submit(TDJobRequest.newHiveQuery(DB, "select count(*) as n, concat_ws('-', 'a', 'b') as s from (select explode(array(1, 2, 3)) as x) t"));
        say("hive", finished(client, hive).getType() + " " + text(client, hive, TDResultFormat.CSV));
        String failed = client.submit(TDJobRequest.newPrestoQuery(DB, "select nothing"));
        say("failed", finished(client, failed).getStatus() + " " + client.jobInfo(failed).getStdErr());
        String slow = client.submit(TDJobRequest.newPrestoQuery(DB, "with s as (select n from unnest(sequence(1, 10000)) t(n)) select count(*) from s a, s b, s c where a.n * b.n + c.n = -3"));
        client.killJob(slow);
        say("killed", finished(client, slow).getStatus());
        TDJobRequestBuilder keyed = new TDJobRequestBuilder().setDatabase(DB).setType(TDJob.Type.PRESTO).setQuery("select td_scheduled_time() as t").setScheduledTime(1700000000L).setDomainKey("once").setPriority(1).setRetryLimit(1);
        String once = client.submit(keyed.createTDJobRequest());
        finished(client, once);
        say("scheduled time", text(client, once, TDResultFormat.CSV));
        say("domain key", client.jobStatusByDomainKey("once").getJobId().equals(once));
        try {
            say("domain key again", client.submit(keyed.createTDJobRequest()));
        } catch (TDClientHttpConflictException error) {
            say("domain key again", error.getConflictsWith().orElse("nothing").equals(once));
        }
        say("jobs", client.listJobs(0, 4).getJobs().stream().map(job -> job.getType() + " " + job.getStatus()).toList());
    }

    /** Records as a gzipped file of MessagePack: pairs of `time`, null for none, and `n`. */
    static byte[] records(Long[]... pairs) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (MessagePacker packer = MessagePack.newDefaultPacker(new GZIPOutputStream(out))) {
            for (Long[] pair : pairs) {
                packer.packMapHeader(pair[0] == null ? 2 : 3);
                if (pair[0] != null) packer.packString("time").packLong(pair[0]);
                packer.packString("n").packLong(pair[1]).packString("s").packString("row " + pair[1]);
            }
        }
        return out.toByteArray();
    }

    static void imports(TDClient client) throws Exception {
        client.createTable(DB, "streamed");
        byte[] body = records(new Long[] {1700000000L, 1L}, new Long[] {1700003600L, 2L});
        for (int i = 0; i < 2; i++) {
            TDImportResult done = client.importBytes(DB, "streamed", body, "00000000-0000-4000-8000-000000000001");
            say("import " + i, done.getDatabaseName() + " " + done.getTableName() + " " + done.getUniqueId());
        }
        say("imported", rows(client, "select time, n, s from streamed order by n"));
    }

    static void bulkImport(TDClient client) throws Exception {
        String session = "java_session";
        client.createBulkImportSession(session, DB, "visitors");
        Path file = Files.createTempFile("part", ".msgpack.gz");
        try {
            Files.write(file, records(new Long[] {1700000000L, 1L}, new Long[] {null, 3L}));
            client.uploadBulkImportPart(session, "one", file.toFile());
            Files.write(file, records(new Long[] {1700003600L, 2L}));
            client.uploadBulkImportPart(session, "two", file.toFile());
            client.uploadBulkImportPart(session, "three", file.toFile());
        } finally {
            Files.delete(file);
        }
        client.deleteBulkImportPart(session, "three");
        say("parts", client.listBulkImportParts(session));
        client.freezeBulkImportSession(session);
        say("frozen", client.getBulkImportSession(session).isUploadFrozen());
        client.unfreezeBulkImportSession(session);
        client.freezeBulkImportSession(session);
        client.performBulkImportSession(session, TDJob.Priority.HIGH);
        TDJob job = finished(client, client.getBulkImportSession(session).getJobId());
        TDBulkImportSession ready = client.getBulkImportSession(session);
        say("performed", job.getType() + " " + job.getStatus() + " " + ready.getStatus() + " " + ready.getValidRecords() + " " + ready.getErrorRecords() + " " + ready.getValidParts() + " " + ready.getErrorParts() + " " + ready.hasErrorOnPerform());
        say("error records", client.getBulkImportErrorRecords(session, stream -> unpacked(inflated(stream)).stream().anyMatch(record -> record.contains("\"n\":3"))));
        client.commitBulkImportSession(session);
        while (client.getBulkImportSession(session).getStatus() != TDBulkImportSession.ImportStatus.COMMITTED) Thread.sleep(50);
        say("sessions", client.listBulkImportSessions().stream().map(each -> each.getName() + " " + each.getStatus()).toList());
        client.deleteBulkImportSession(session);
        say("no sessions", client.listBulkImportSessions().size());
        say("loaded", rows(client, "select time, n, s from visitors order by n"));
    }

    static void partialDelete(TDClient client) throws InterruptedException {
        TDPartialDeleteJob job = client.partialDelete(DB, "visitors", 1700002800L, 1700006400L);
        say("partial delete", job.getFrom() + " " + job.getTo() + " " + finished(client, job.getJobId()).getStatus());
        say("left", rows(client, "select n from visitors"));
    }

    static void refusals(TDClient client, TDClientBuilder builder) {
        refused("no database", () -> client.listTables("nowhere"));
        refused("no table", () -> client.showTable(DB, "nothing"));
        refused("database again", () -> client.createDatabase(DB));
        refused("table again", () -> client.createTable(DB, "visitors"));
        refused("schema", () -> client.updateTableSchema(DB, "visitors", List.of(new TDColumn("s", TDColumnType.LONG))));
        refused("no job", () -> client.jobStatus("999999999"));
        refused("pig", () -> client.submit(TDJobRequest.newPigQuery(DB, "a = load 'visitors';")));
        refused("result output", () -> client.submit(TDJobRequest.newPrestoQuery(DB, "select 1", "mysql://user:password@host/db/table")));
        refused("no session", () -> client.performBulkImportSession("nothing"));
        refused("saved query", () -> client.startSavedQuery("daily", new Date(1700000000000L)));
        say("saved queries", client.listSavedQueries());
        refused("connection", () -> client.lookupConnection("warehouse"));
        refused("bulk load", () -> client.startBulkLoadSession("nightly"));
        try (TDClient stranger = builder.setApiKey("1/wrong").build()) {
            refused("wrong key", stranger::listDatabaseNames);
        }
    }
}

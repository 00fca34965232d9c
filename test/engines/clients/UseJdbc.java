import java.sql.*;
import java.util.*;

/** Uses a JDBC driver like a database browser and a program. Each step prints one line: its name, a tab, its result. */
public class UseJdbc {
    static void say(String step, Object value) {
        System.out.println("STEP " + step + "\t" + value);
    }

    /** Columns of all rows, by name. */
    static List<String> rows(ResultSet set, String... names) throws SQLException {
        List<String> rows = new ArrayList<>();
        while (set.next()) {
            StringJoiner row = new StringJoiner(" ");
            for (String name : names) row.add(String.valueOf(set.getObject(name)));
            rows.add(row.toString());
        }
        return rows;
    }

    interface Asked {
        ResultSet ask() throws SQLException;
    }

    /** The same for metadata that a driver may not support. */
    static String optional(Asked asked, String name) throws SQLException {
        try {
            return rows(asked.ask(), name).toString();
        } catch (SQLFeatureNotSupportedException error) {
            return "not supported by the driver";
        }
    }

    /** Code and message of a statement's error. */
    static String failure(Statement statement, String sql) {
        try {
            statement.execute(sql);
            return "no error";
        } catch (SQLException error) {
            return error.getErrorCode() + " " + error.getMessage().replaceAll("\\(#\\w+\\)", "").replace("Query failed : ", "");
        }
    }

    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("user", args[1]);
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
        boolean presto = args[0].startsWith("jdbc:presto");
        try (Connection connection = DriverManager.getConnection(args[0], properties)) {
            metadata(connection);
            statements(connection, presto);
            values(connection, presto);
            prepared(connection, presto);
            session(connection, presto);
            limits(connection);
            transactions(connection);
        }
    }

    static void metadata(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop schema if exists jdbc_db cascade");
            statement.execute("create schema jdbc_db");
            statement.execute("create table jdbc_db.orders (id bigint comment 'the key', item varchar, price decimal(10,2), at timestamp, tags array(varchar))");
            statement.execute("create view jdbc_db.apples as select id from jdbc_db.orders");
        }
        DatabaseMetaData data = connection.getMetaData();
        say("product", data.getDatabaseProductName());
        say("url", data.getURL().startsWith("jdbc:"));
        say("catalogs", rows(data.getCatalogs(), "TABLE_CAT"));
        say("schemas", rows(data.getSchemas("td-presto", "jdbc\\_%"), "TABLE_SCHEM", "TABLE_CATALOG"));
        say("all schemas", rows(data.getSchemas(), "TABLE_SCHEM").contains("jdbc_db"));
        say("tables", rows(data.getTables("td-presto", "jdbc_db", "%", null), "TABLE_NAME", "TABLE_TYPE"));
        say("only tables", rows(data.getTables("td-presto", "jdbc_db", null, new String[] {"TABLE"}), "TABLE_NAME"));
        say("columns", rows(data.getColumns("td-presto", "jdbc_db", "orders", "%"), "COLUMN_NAME", "DATA_TYPE", "TYPE_NAME", "COLUMN_SIZE", "DECIMAL_DIGITS", "ORDINAL_POSITION", "REMARKS"));
        say("table types", rows(data.getTableTypes(), "TABLE_TYPE"));
        say("types", rows(data.getTypeInfo(), "TYPE_NAME").containsAll(List.of("bigint", "varchar", "timestamp")));
        say("keys", optional(() -> data.getPrimaryKeys("td-presto", "jdbc_db", "orders"), "COLUMN_NAME"));
        say("procedures", optional(() -> data.getProcedures(null, null, "%"), "PROCEDURE_NAME"));
        say("procedure columns", optional(() -> data.getProcedureColumns(null, null, "%", "%"), "COLUMN_NAME"));
        say("super tables", optional(() -> data.getSuperTables(null, null, "%"), "TABLE_NAME"));
        say("super types", optional(() -> data.getSuperTypes(null, null, "%"), "TYPE_NAME"));
        say("udts", optional(() -> data.getUDTs(null, null, "%", null), "TYPE_NAME"));
        say("attributes", optional(() -> data.getAttributes(null, null, "%", "%"), "ATTR_NAME"));
        say("pseudo columns", optional(() -> data.getPseudoColumns(null, null, "%", "%"), "COLUMN_NAME"));
    }

    static void statements(Connection connection, boolean presto) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            say("create", statement.execute("create table jdbc_db.made (n bigint, s varchar)"));
            say("insert", statement.executeUpdate("insert into jdbc_db.made values (1, 'a'), (2, 'b'), (3, null)"));
            say("update", statement.executeUpdate("update jdbc_db.made set s = 'x' where n = 2"));
            say("delete", statement.executeUpdate("delete from jdbc_db.made where n = 1"));
            say("select", rows(statement.executeQuery("select n, s from jdbc_db.made order by n"), "n", "s"));
            say("syntax", failure(statement, "selec 1"));
            say("missing", failure(statement, "select * from jdbc_db.nothing"));
            say("alter", statement.executeUpdate("alter table jdbc_db.made rename to jdbc_db.renamed"));
            say("drop", statement.executeUpdate("drop table jdbc_db.renamed"));
        }
    }

    static void values(Connection connection, boolean presto) throws SQLException {
        String sql = "select true as b, tinyint '1' as t, 9223372036854775807 as l, 0.5e0 as d, decimal '1.50' as c, 'é' as s, x'0102' as x, date '2024-01-02' as day,"
            + " time '03:04:05.678' as at, timestamp '2024-01-02 03:04:05.678' as ts, timestamp '2024-01-02 03:04:05.678 UTC' as z, array[1, 2] as a,"
            + " map(array['k'], array[1]) as m, cast(row(1, 'x') as row(i bigint, s varchar)) as r, interval '1' day as v, json '{\"a\":1}' as j, null as n, nan() as f";
        try (Statement statement = connection.createStatement(); ResultSet set = statement.executeQuery(sql)) {
            set.next();
            ResultSetMetaData columns = set.getMetaData();
            StringJoiner all = new StringJoiner(" | ");
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                Object value = set.getObject(i);
                String shown = value instanceof byte[] bytes ? Arrays.toString(bytes) : value instanceof java.sql.Array array ? Arrays.toString((Object[]) array.getArray()) : String.valueOf(value);
                all.add(columns.getColumnName(i) + " " + columns.getColumnTypeName(i) + " " + columns.getColumnType(i) + " " + shown);
            }
            say("values", all);
            say("typed", set.getLong("l") + " " + set.getBigDecimal("c") + " " + set.getDate("day") + " " + set.getTime("at") + " " + set.getTimestamp("ts") + " " + set.getTimestamp("z"));
        }
        try (Statement statement = connection.createStatement(); ResultSet set = statement.executeQuery("select i from unnest(sequence(1, 10000)) t(i), unnest(sequence(1, 10)) u(j)")) {
            long sum = 0;
            while (set.next()) sum += set.getLong(1);
            say("many rows", sum);
        }
    }

    static void prepared(Connection connection, boolean presto) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table jdbc_db.typed (n bigint, s varchar, d decimal(10,2), day date, ts timestamp(3), b boolean, f double)");
        }
        try (PreparedStatement insert = connection.prepareStatement("insert into jdbc_db.typed values (?, ?, ?, ?, ?, ?, ?)")) {
            insert.setLong(1, -1);
            insert.setString(2, "it's");
            insert.setBigDecimal(3, new java.math.BigDecimal("12345678.90"));
            insert.setDate(4, java.sql.Date.valueOf("2024-01-02"));
            insert.setTimestamp(5, Timestamp.valueOf("2024-01-02 03:04:05.678"));
            insert.setBoolean(6, true);
            insert.setDouble(7, -0.5);
            say("prepared insert", insert.executeUpdate());
            for (int i = 1; i <= 7; i++) insert.setNull(i, Types.NULL);
            say("prepared nulls", insert.executeUpdate());
        }
        try (PreparedStatement select = connection.prepareStatement("select n, s, d, day, ts, b, f from jdbc_db.typed where n = ? or s = ?")) {
            select.setLong(1, -1);
            select.setString(2, "nobody");
            ResultSetMetaData columns = select.getMetaData();
            StringJoiner names = new StringJoiner(" ");
            for (int i = 1; i <= columns.getColumnCount(); i++) names.add(columns.getColumnName(i) + ":" + columns.getColumnTypeName(i));
            say("described", names);
            if (!presto) say("parameters", select.getParameterMetaData().getParameterCount());
            say("prepared select", rows(select.executeQuery(), "n", "s", "d", "day", "ts", "b", "f"));
        }
    }

    static void session(Connection connection, boolean presto) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("use jdbc_db");
            say("use", connection.getSchema());
            say("used", rows(statement.executeQuery("show tables"), "Table"));
            connection.setCatalog("system");
            connection.setSchema("jdbc");
            say("other catalog", rows(statement.executeQuery("select table_type from table_types order by 1"), "table_type"));
            connection.setCatalog("td-presto");
            connection.setSchema("jdbc_db");
            say("set session", statement.executeUpdate("set session query_max_run_time = '5m'"));
            say("reset session", statement.executeUpdate("reset session query_max_run_time"));
            say("session zone", rows(statement.executeQuery("select current_timezone() as zone, cast(timestamp '2024-01-02 03:04:05' as timestamp with time zone) = timestamp '2024-01-01 18:04:05 UTC' as same"), "zone", "same"));
            say("prepare", statement.execute("prepare mine from select ? + 1 as n"));
            say("execute", rows(statement.executeQuery("execute mine using 41"), "n"));
            say("deallocate", statement.execute("deallocate prepare mine"));
            say("explain", statement.executeQuery("explain select 1").next());
        }
    }

    static void limits(Connection connection) throws Exception {
        String slow = "with s as (select n from unnest(sequence(1, 10000)) t(n)) select count(*) from s a, s b, s c where a.n * b.n + c.n = -3";
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            String said = failure(statement, slow);
            say("timeout", said.contains("time limit") || said.contains("timed out") ? "stopped" : said);
        }
        try (Statement statement = connection.createStatement()) {
            Thread canceller = new Thread(() -> {
                try {
                    Thread.sleep(500);
                    statement.cancel();
                } catch (Exception error) {
                    say("cancel", error);
                }
            });
            canceller.start();
            say("cancelled", !failure(statement, slow).equals("no error"));
            canceller.join();
        }
    }

    static void transactions(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            say("in a transaction", statement.executeUpdate("create table jdbc_db.in_transaction as select 1 as n"));
            connection.commit();
            rows(statement.executeQuery("select 1 as n"), "n");
            connection.rollback();
            statement.executeUpdate("insert into jdbc_db.in_transaction values 2");
            try {
                connection.rollback();
                say("rollback", "no error");
            } catch (SQLException error) {
                say("rollback", error.getMessage().contains("can't undo the statement"));
            }
        }
        // After the error the transaction can be ended.
        connection.rollback();
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            say("stays", rows(statement.executeQuery("select count(*) as n from jdbc_db.in_transaction"), "n"));
            statement.execute("drop schema jdbc_db cascade");
        }
    }
}

import { expect, test } from "@jest/globals";
import { databaseDeath, packError, unpackError } from "../../../src/engine/errors/serialized-error.ts";
import { diskFault, Fault } from "../../../src/engine/errors/fault.ts";
import { SqlError } from "../../../src/dialect/sql-error.ts";

const sent = (error: unknown): Error => unpackError(structuredClone(packError(error)));

test("a statement's error keeps its kind, position and cause", () => {
  const cause = new Error("Binder Error: no such column");
  const error = sent(
    new SqlError("COLUMN_NOT_FOUND", "no column 'x'", { line: 2, column: 7 }, cause),
  ) as SqlError;
  expect(error).toBeInstanceOf(SqlError);
  expect(error).toMatchObject({ kind: "COLUMN_NOT_FOUND", line: 2, column: 7 });
  expect(error.message).toBe("line 2:7: no column 'x'");
  expect((error.cause as Error).message).toBe("Binder Error: no such column");
});

test("a fault keeps its kind and details", () => {
  const error = sent(new Fault("already_exists", "Database d already exists", { id: "7" })) as Fault;
  expect(error).toBeInstanceOf(Fault);
  expect([error.kind, error.status, error.message, error.details]).toEqual([
    "already_exists",
    409,
    "Database d already exists",
    { id: "7" },
  ]);
});

test("other errors keep name, code, stack and causes; other values become errors", () => {
  const full = Object.assign(new Error("write failed"), { code: "ENOSPC" });
  const error = sent(new TypeError("outer", { cause: full }));
  expect([error.name, error.message]).toEqual(["TypeError", "outer"]);
  expect(error.stack).toContain("serialized-error.test");
  expect(error.cause).toMatchObject({ message: "write failed", code: "ENOSPC" });
  expect(sent("text").message).toBe("text");
});

test("the death of the database is known by DuckDB's own error, not by a text of a statement", () => {
  const death = (error: unknown) => databaseDeath(packError(error));
  const checkpoint =
    'IO Error: Checkpoint failed for database "d". The database has been invalidated. Original error: No space left on device';
  expect(death(new Error("FATAL Error: Failed: something"))).toBe("own");
  expect(death(diskFault(new Error(checkpoint)))).toBe("own");
  expect(
    death(
      diskFault(
        new Error(
          'IO Error: Database "d" has been invalidated because checkpointing failed. Original error: No space left on device',
        ),
      ),
    ),
  ).toBe("earlier");
  expect(
    death(new Error("FATAL Error: Failed: database has been invalidated because of a previous fatal error.")),
  ).toBe("earlier");
  const raw = new Error(
    "Conversion Error: Could not convert string 'FATAL Error: database has been invalidated because of a previous' to INT32",
  );
  expect(death(new SqlError("INVALID_CAST_ARGUMENT", "FATAL Error: mine", null, raw))).toBeNull();
  expect(death(new Fault("not_found", "INTERNAL Error: mine"))).toBeNull();
});

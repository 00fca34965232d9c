import { isIdentifier } from "../../cell/source/identifier.ts";
import type { MagicRecord, TranslationInput } from "../../cell/magic-record.ts";
import { magicError } from "../../cell/arguments/usage.ts";

/** An engine's expression, with the names it uses. */
export interface EngineCode {
  readonly code: string;
  readonly fromCore: readonly string[];
  readonly fromMagics: readonly string[];
}

/**
 * The engine of a magic: on the default connection, or on the variable named by `--connection`.
 *
 * @param descriptor - Expression of the engine descriptor.
 */
export function engineCode(record: MagicRecord, input: TranslationInput, descriptor: string): EngineCode {
  const con = connectionName(record, input);
  const { names } = input;
  const quiet = input.switches.has("quiet");
  if (con !== null) {
    const options = quiet ? ", { show_progress: false }" : "";
    return {
      code: `${names.of("engine_on")}(${con}, ${descriptor}${options})`,
      fromCore: [],
      fromMagics: ["engine_on"],
    };
  }
  const connection = `${names.of("magic_context")}.connect()`;
  const second = quiet ? `{ con: ${connection}, show_progress: false }` : connection;
  return {
    code: `${names.of("create_engine")}(${descriptor}, ${second})`,
    fromCore: ["create_engine"],
    fromMagics: ["magic_context"],
  };
}

/** The variable named by `--connection`; null without the option. */
export function connectionName(record: MagicRecord, { values, scope }: TranslationInput): string | null {
  const name = values.get("connection");
  if (name === undefined) return null;
  if (!isIdentifier(name)) throw magicError(record, `option --connection: '${name}' can't name a variable`);
  if (!scope.bound.has(name))
    throw magicError(
      record,
      `option --connection: no variable is called ${name}; create one: const ${name} = connect()`,
    );
  return name;
}

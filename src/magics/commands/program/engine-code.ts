import { UsageError } from "../../../core/errors.ts";
import { quoteString, isIdentifier } from "../../cell/source/code-text.ts";
import type { TranslationInput } from "../../cell/magic-record.ts";

/**
 * Expression of a magic's engine: on the default connection, or on the variable named by `--connection`.
 *
 * @param descriptor - Expression of the engine descriptor.
 */
export function engineCode(input: TranslationInput, descriptor: string): string {
  const con = connectionCode(input);
  const { names } = input;
  const quiet = input.switches.has("quiet");
  if (con !== null)
    return `${names.magic("engine_on")}(${con}, ${descriptor}${quiet ? ", { show_progress: false }" : ""})`;
  const connection = `${names.magic("magic_context")}.connect()`;
  const second = quiet ? `{ con: ${connection}, show_progress: false }` : connection;
  return `${names.core("create_engine")}(${descriptor}, ${second})`;
}

/** The connection of `--connection`: a variable, or one to the account of a profile (`@name`); null without the option. */
export function connectionCode({ values, scope, names }: TranslationInput): string | null {
  const name = values.get("connection");
  if (name === undefined) return null;
  if (name.startsWith("@"))
    return `${names.core("connect")}(null, null, { profile: ${quoteString(name.slice(1))} })`;
  if (!isIdentifier(name)) throw new UsageError(`option --connection: '${name}' can't name a variable`);
  if (!scope.bound.has(name))
    throw new UsageError(
      `option --connection: no variable is called ${name}; create one: const ${name} = connect()`,
    );
  return name;
}

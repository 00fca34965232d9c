import type { Dialect } from "../dialect.ts";
import type { Pattern, Signature } from "./signature.ts";
import { shownWord } from "./type.ts";

/** What a type variable of a signature is called. */
type VariableName = (variable: string) => string;

const anyType: VariableName = (variable) => (variable === "N" || variable === "I" ? variable : "any");
const itself: VariableName = (variable) => variable;

/** A signature's parameters as errors name them: `(array(any), bigint)`, in Hive `(array<any>, bigint)`. */
export const parametersText = (signature: Signature, dialect: Dialect): string =>
  `(${parameterTexts(signature, dialect, anyType).join(", ")})`;

/** The types of a signature's parameters. @param nameOf - Of type variables. @default their letters */
export function parameterTexts(
  { params, variadic, optional }: Signature,
  dialect: Dialect,
  nameOf = itself,
): string[] {
  const repeated = variadic ? params.length - 1 : params.length;
  return params.map((param, i) => {
    const text = patternText(param, dialect, nameOf);
    return i === repeated ? `${text}...` : i >= repeated - optional ? `${text}?` : text;
  });
}

/** The type of a signature's result in Presto's notation. */
export const resultTypeText = ({ result }: Signature): string => patternText(result, "presto", itself);

function patternText(pattern: Pattern, dialect: Dialect, nameOf: VariableName): string {
  const list = (parts: readonly Pattern[]): string =>
    parts.map((part) => patternText(part, dialect, nameOf)).join(", ");
  const of = (name: string, ...parts: readonly Pattern[]): string =>
    dialect === "hive" ? `${name}<${list(parts)}>` : `${name}(${list(parts)})`;
  switch (pattern.kind) {
    case "variable":
      return shownWord(nameOf(pattern.name), dialect);
    case "exact":
    case "family":
      return shownWord(pattern.type.kind, dialect);
    case "array":
      return of("array", pattern.element);
    case "map":
      return of("map", pattern.key, pattern.value);
    case "row":
      return `row(${pattern.fields.map(({ name, type }) => (name === null ? "" : `${name} `) + list([type])).join(", ")})`;
    case "lambda":
      return `(${list(pattern.params)}) -> ${list([pattern.result])}`;
  }
}

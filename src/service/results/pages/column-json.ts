import { rowFieldName } from "../../../dialect/types/type.ts";
import type { ResultColumn } from "../../engine/engine.ts";
import { typeSignature, type TypeArgument, type TypeSignature } from "./type-signature.ts";

/** What a client supports for columns and values. */
export interface AnswerForm {
  /** Whether it expects Presto's names for the kinds of type arguments. */
  readonly presto: boolean;
  /** Whether it supports times of any precision; otherwise it gets plain types with milliseconds. */
  readonly parametricTimes: boolean;
}

/** A column in the statement protocol's form. */
export function columnJson({ name, type }: ResultColumn, form: AnswerForm): Record<string, unknown> {
  const signature = typeSignature(type);
  const shown = form.parametricTimes ? signature : withoutPrecision(signature);
  return {
    name,
    type: form.parametricTimes ? type : signatureText(shown),
    typeSignature: form.presto ? prestoSignature(shown) : shown,
  };
}

const TIMES = /^time(?:stamp)?(?: with time zone)?$/;

/** Whether a type is a time or timestamp, whose text may have a fraction. */
export function isTime({ rawType }: TypeSignature): boolean {
  return TIMES.test(rawType);
}

function withoutPrecision(signature: TypeSignature): TypeSignature {
  if (isTime(signature)) return { rawType: signature.rawType, arguments: [] };
  return { ...signature, arguments: signature.arguments.map(innerWithoutPrecision) };
}

function innerWithoutPrecision(argument: TypeArgument): TypeArgument {
  if (argument.kind === "LONG") return argument;
  if (argument.kind === "TYPE") return { kind: "TYPE", value: withoutPrecision(argument.value) };
  const { typeSignature } = argument.value;
  return { kind: "NAMED_TYPE", value: { ...argument.value, typeSignature: withoutPrecision(typeSignature) } };
}

const UNBOUNDED = "2147483647";

function signatureText({ rawType, arguments: inner }: TypeSignature): string {
  const texts = inner.map((argument) => {
    if (argument.kind === "LONG") return String(argument.value);
    if (argument.kind === "TYPE") return signatureText(argument.value);
    const { fieldName, typeSignature } = argument.value;
    const text = signatureText(typeSignature);
    if (fieldName === undefined) return text;
    return `${rowFieldName(fieldName.name)} ${text}`;
  });
  if (texts.length === 0 || (rawType === "varchar" && texts[0] === UNBOUNDED)) return rawType;
  return `${rawType}(${texts.join(rawType === "decimal" ? "," : ", ")})`;
}

const PRESTO_KINDS = {
  LONG: "LONG_LITERAL",
  TYPE: "TYPE_SIGNATURE",
  NAMED_TYPE: "NAMED_TYPE_SIGNATURE",
} as const;

/** The signature in Presto's form. */
function prestoSignature({ rawType, arguments: inner }: TypeSignature): Record<string, unknown> {
  return {
    rawType,
    arguments: inner.map((argument) => {
      const kind = PRESTO_KINDS[argument.kind];
      if (argument.kind === "LONG") return { kind, value: argument.value };
      if (argument.kind === "TYPE") return { kind, value: prestoSignature(argument.value) };
      const { fieldName, typeSignature } = argument.value;
      return {
        kind,
        value: {
          ...(fieldName ? { fieldName: { name: fieldName.name, delimited: false } } : {}),
          typeSignature: signatureText(typeSignature),
        },
      };
    }),
  };
}

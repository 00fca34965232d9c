import { parseServiceType, type ServiceType } from "../../../core/wire/service-type.ts";
import { typeText } from "../../../dialect/types/type-text.ts";
import type { ResultColumn } from "../../contract/engine.ts";

/** What a client supports for columns and values. */
export interface AnswerForm {
  /** Whether it expects Presto's names for the kinds of type arguments. */
  readonly presto: boolean;
  /** Whether it supports times of any precision; otherwise it gets plain types with milliseconds. */
  readonly parametricTimes: boolean;
}

/** A column in the statement protocol's form. Trino writes its type as SQL: `decimal(38, 0)`, `INTERVAL DAY TO SECOND`. */
export function columnJson(
  { name, type }: ResultColumn,
  { presto, parametricTimes }: AnswerForm,
): Record<string, unknown> {
  const parsed = parseServiceType(type);
  const announced = parametricTimes ? parsed : withoutPrecision(parsed);
  return {
    name,
    // A cluster may have types of its own, in letters of their own.
    type: /^\w+$/.test(type) ? type : typeText(withDefaults(announced), "sql"),
    typeSignature: typeSignature(announced, presto),
  };
}

const TIMES = /^time(?:stamp)?(?: with time zone)?$/;

/** Whether a type is a time or timestamp, whose text may have a fraction. */
export function isTime({ name }: ServiceType): boolean {
  return TIMES.test(name);
}

function withoutPrecision(type: ServiceType): ServiceType {
  if (isTime(type)) return { ...type, parameters: [] };
  return { ...type, inner: type.inner.map(withoutPrecision) };
}

const UNBOUNDED = 2_147_483_647;

/** Default parameters of types written without them. */
const DEFAULTS: Readonly<Record<string, readonly number[]>> = {
  varchar: [UNBOUNDED],
  char: [1],
  decimal: [38, 0],
  time: [3],
  timestamp: [3],
  "time with time zone": [3],
  "timestamp with time zone": [3],
};

const parametersOf = ({ name, parameters }: ServiceType): readonly number[] =>
  parameters ?? DEFAULTS[name] ?? [];

/** The type as it is written, where a text of any length has none. */
const withDefaults = (type: ServiceType): ServiceType => ({
  ...type,
  parameters: parametersOf(type).filter((one) => one !== UNBOUNDED),
  inner: type.inner.map(withDefaults),
});

const PRESTO_KINDS = {
  LONG: "LONG_LITERAL",
  TYPE: "TYPE_SIGNATURE",
  NAMED_TYPE: "NAMED_TYPE_SIGNATURE",
} as const;

/** A type in the statement protocol's form. Clients access the arguments unchecked. */
export function typeSignature(type: ServiceType, presto: boolean): Record<string, unknown> {
  const argument = (kind: keyof typeof PRESTO_KINDS, value: unknown): object => ({
    kind: presto ? PRESTO_KINDS[kind] : kind,
    value,
  });
  const parts = type.inner.map((part, i) => {
    if (type.name !== "row") return argument("TYPE", typeSignature(part, presto));
    const name = type.fieldNames[i] ?? "";
    return argument("NAMED_TYPE", {
      ...(name === "" ? {} : { fieldName: presto ? { name, delimited: false } : { name } }),
      typeSignature: presto ? typeText(withDefaults(part), "presto") : typeSignature(part, presto),
    });
  });
  const parameters = parametersOf(type).map((one) => argument("LONG", one));
  return { rawType: type.name, arguments: [...parts, ...parameters] };
}

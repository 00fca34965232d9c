import { parseServiceType, type ServiceType } from "../../../core/wire/service-type.ts";

/** A Presto type in the statement protocol's form. Clients access the arguments unchecked. */
export interface TypeSignature {
  readonly rawType: string;
  readonly arguments: readonly TypeArgument[];
}

export type TypeArgument =
  | { readonly kind: "LONG"; readonly value: number }
  | { readonly kind: "TYPE"; readonly value: TypeSignature }
  | {
      readonly kind: "NAMED_TYPE";
      readonly value: {
        readonly fieldName?: { readonly name: string };
        readonly typeSignature: TypeSignature;
      };
    };

const UNBOUNDED_LENGTH = 2_147_483_647;

/** Default arguments of types written without them. */
const DEFAULTS: Readonly<Record<string, readonly number[]>> = {
  varchar: [UNBOUNDED_LENGTH],
  char: [1],
  decimal: [38, 0],
  time: [3],
  timestamp: [3],
  "time with time zone": [3],
  "timestamp with time zone": [3],
};

/** The signature of a type such as `decimal(10,2)`, `map(varchar, array(bigint))` or `row(a bigint, "b c" varchar)`. */
export function typeSignature(type: string): TypeSignature {
  return signatureOf(parseServiceType(type));
}

function signatureOf({ name, parameters, inner, fieldNames }: ServiceType): TypeSignature {
  if (name === "row") {
    const named = inner.map((type, i): TypeArgument => {
      const field = fieldNames[i];
      const typeSignature = signatureOf(type);
      return {
        kind: "NAMED_TYPE",
        value:
          field === undefined || field === ""
            ? { typeSignature }
            : { fieldName: { name: field }, typeSignature },
      };
    });
    return { rawType: name, arguments: named };
  }
  if (inner.length > 0) {
    return { rawType: name, arguments: inner.map((type) => ({ kind: "TYPE", value: signatureOf(type) })) };
  }
  const numbers = parameters ?? DEFAULTS[name] ?? [];
  return { rawType: name, arguments: numbers.map((value) => ({ kind: "LONG", value })) };
}

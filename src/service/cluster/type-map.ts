import { Fault } from "../errors/fault.ts";

/** Simple schema types with the cluster's name of each. */
export type TypeNames = Readonly<Record<string, string>>;

/** The cluster's type of a schema type. @param array - Returns the type of an array by its element's type. */
export function toClusterType(
  serviceType: string,
  names: TypeNames,
  array: (element: string) => string,
  map: (key: string, value: string) => string,
): string {
  const type = serviceType.trim().toLowerCase();
  const simple = names[type];
  if (simple !== undefined) return simple;
  const element = /^array<(.+)>$/.exec(type)?.[1];
  if (element !== undefined) return array(toClusterType(element, names, array, map));
  const [, key, value] = /^map<(int|long|string),(.+)>$/.exec(type) ?? [];
  if (key !== undefined && value !== undefined)
    return map(toClusterType(key, names, array, map), toClusterType(value, names, array, map));
  const known = Object.keys(names).join(", ");
  throw new Fault(
    "invalid",
    `The column type ${JSON.stringify(serviceType)} is not one of ${known}, array<type>, map<type,type>.`,
  );
}

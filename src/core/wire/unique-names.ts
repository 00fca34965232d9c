/** Makes column names unique, as tables require: the second `a` becomes `a_2`, the third `a_3`. */
export function uniqueNames(names: readonly string[]): string[] {
  const reserved = new Set(names);
  const used = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let n = 2; used.has(unique) || (unique !== name && reserved.has(unique)); n++)
      unique = `${name}_${n}`;
    used.add(unique);
    return unique;
  });
}

/** What a key may do in a database: query; also add rows, tables, columns and views; also change and remove what is there. */
export const ROLES = ["read", "write", "own"] as const;

export type Role = (typeof ROLES)[number];

/** The roles of a key by database; `*` is for all others. A plain value: processes and journals exchange it. */
export type DatabaseRoles = Readonly<Record<string, Role>>;

/** What a caller may do with statements: with `roles`, what they say; else read, or, if `mayWrite`, everything. */
export interface StatementRights {
  readonly mayWrite: boolean;
  readonly roles?: DatabaseRoles | undefined;
}

/** The role in a database; null if it does not exist for the caller. */
export function roleIn({ mayWrite, roles }: StatementRights, database: string): Role | null {
  if (roles === undefined) return mayWrite ? "own" : "read";
  if (Object.hasOwn(roles, database)) return roles[database]!;
  return roles["*"] ?? null;
}

/** Whether a role allows what needs the other one. */
export const allows = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** The records and orders that a caller may see: all, or those of the departments and, with `own`, the user's own. */
export interface Scope {
  userId: number;
  all: boolean;
  deptIds: readonly number[];
  own: boolean;
}

/** The user of a request's session, with the current rights of the user's roles. */
export interface Caller {
  sessionId: number;
  userId: number;
  username: string;
  nickName: string;
  deptId: number | null;
  mustChangePassword: boolean;
  mustSetUpSecondFactor: boolean;
  /** Revisions as of this request: derived data may be cached until they change. */
  catalogueRevision: number;
  settingsRevision: number;
  grant: Grant;
}

/** The combined rights of a user's roles and department. */
export interface Grant {
  /** Keys of the roles, the main one first. */
  roleKeys: readonly string[];
  roles: readonly { roleId: number; roleKey: string; roleName: string }[];
  /** Permission codes; only `*:*:*` for an administrator. */
  permissions: ReadonlySet<string>;
  isAdmin: boolean;
  /** Largest discount in percent among the roles that may price or approve; 0 without such a role. */
  discountLimit: number;
  /** Has a permission that customers lack, or sees all data. */
  isStaff: boolean;
  scope: Scope;
  /** The department and its ancestors, nearest first. */
  deptPath: readonly number[];
}

/** Which users' records and orders a caller may see: `all`, or those of the departments, or its own. */
export interface Scope {
  userId: number;
  all: boolean;
  deptIds: readonly number[];
  own: boolean;
}

/** Who sends a request: the session's user with what its roles allow now. */
export interface Caller {
  sessionId: number;
  userId: number;
  username: string;
  nickName: string;
  deptId: number | null;
  mustChangePassword: boolean;
  mustSetUpSecondFactor: boolean;
  /** Revisions as of this request: what is derived from them may be cached until they change. */
  catalogueRevision: number;
  settingsRevision: number;
  grant: Grant;
}

/** What a user's roles and department amount to. */
export interface Grant {
  /** Keys of the roles, the main one first. */
  roleKeys: readonly string[];
  roles: readonly { roleId: number; roleKey: string; roleName: string }[];
  /** Permission codes; `*:*:*` alone for an administrator. */
  permissions: ReadonlySet<string>;
  isAdmin: boolean;
  /** Has at least one menu entry under the back office's root. */
  isStaff: boolean;
  scope: Scope;
  /** The department's ancestors, itself first, the root last. */
  deptPath: readonly number[];
}

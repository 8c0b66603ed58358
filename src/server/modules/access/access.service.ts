import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { hasPermission } from '#domain/permissions.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { ENABLED_TEXT } from '#contract/kernel/fields.ts';
import type { ErrorName } from '#contract/kernel/errors.ts';
import { inBatches } from '#server/db/batches.ts';
import type { Database } from '#server/db/database.ts';
import { revisions, secondFactors, sessions, users } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Settings, SettingsReader } from '#server/modules/settings/settings.service.ts';
import type { Caller, Grant } from './caller.ts';
import { findDeptPath, loadGrant, PRICING_PERMISSIONS } from './grants.queries.ts';

export { findDeptPath, loadGrant, PRICING_PERMISSIONS };

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const MAX_CACHED_GRANTS = 10_000;
const MARK_SEEN_EVERY_MS = 60_000;

export interface AccessService {
  /** The caller behind this `Authorization` header. Throws `session.required` or `session.expired`. */
  identify(authorization: string | undefined, now: Date): Promise<Caller>;
}

/** A new session token: 256 random bits. Only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url');

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Whether the settings require a second factor for this grant. */
export const isFactorRequired = (settings: Settings, grant: Grant): boolean =>
  settings['login.secondFactor'] === 'staff' && grant.isStaff;

/** The error that every call gets until the caller has completed a required step. */
export function pendingStepError(caller: Caller): ErrorName | undefined {
  if (caller.mustChangePassword) return 'password.must_change';
  return caller.mustSetUpSecondFactor ? 'second_factor.required' : undefined;
}

/**
 * Throws `permission.denied`, `password.must_change` while a generated password is in use, or
 * `second_factor.required` while a required factor is not set up.
 */
export function assertAccess(
  caller: Caller,
  { permission, duringSetUp }: Pick<Endpoint, 'permission' | 'duringSetUp'>,
): void {
  if (permission === 'public') return;
  const step = duringSetUp === true ? undefined : pendingStepError(caller);
  if (step) throw new AppError(step);
  if (permission === 'session') return;
  if (!hasPermission(caller.grant.permissions, permission)) throw new AppError('permission.denied');
}

/**
 * One statement per request reads the session, its user and the revisions; grants are derived from the roles once per
 * `access` revision. So a sign-out, a disabled user or a changed role takes effect on the next request, on every
 * replica.
 */
export function createAccess(
  { db }: Database,
  settings: SettingsReader,
  onMarkSeenError: (error: unknown) => void,
): AccessService {
  // Mapped, because int8 in an expression arrives as text, where "9" is greater than "10".
  const revisionOf = (name: string) =>
    sql`(select ${revisions.value} from ${revisions} where ${revisions.name} = ${name})`.mapWith(Number);
  const sessionsOf = (condition: SQL) =>
    db
      .select({
        tokenHash: sessions.tokenHash,
        sessionId: sessions.id,
        userId: sessions.userId,
        lastSeenAt: sessions.lastSeenAt,
        createdAt: sessions.createdAt,
        idleUntil: sessions.idleUntil,
        expiresAt: sessions.expiresAt,
        username: users.username,
        nickName: users.nickName,
        deptId: users.deptId,
        mustChangePassword: users.mustChangePassword,
        factorUserId: secondFactors.userId,
        accessRevision: revisionOf('access'),
        catalogueRevision: revisionOf('catalogue'),
        settingsRevision: revisionOf('settings'),
      })
      .from(sessions)
      .innerJoin(users, eq(users.userId, sessions.userId))
      .leftJoin(
        secondFactors,
        and(eq(secondFactors.userId, sessions.userId), isNotNull(secondFactors.confirmedAt)),
      )
      .where(and(condition, eq(users.status, ENABLED_TEXT), isNull(users.deletedAt)));
  // PostgreSQL keeps the plan for a single hash; for an array it plans each time, which takes longer than the query.
  const findOne = sessionsOf(eq(sessions.tokenHash, sql.placeholder('hash'))).prepare('find_session');
  const findMany = sessionsOf(sql`${sessions.tokenHash} = any(${sql.placeholder('hashes')})`).prepare(
    'find_sessions',
  );

  /** Looks up the sessions of simultaneous requests in one statement. */
  const findSession = inBatches({ max: 100, atOnce: 4, waitMs: 2_000 }, async (hashes: string[]) => {
    const [hash, ...others] = new Set(hashes);
    const rows =
      others.length === 0
        ? await findOne.execute({ hash })
        : await findMany.execute({ hashes: [hash, ...others] });
    const byHash = new Map(rows.map((session) => [session.tokenHash, session]));
    return hashes.map((requested) => byHash.get(requested));
  });

  let grantsRevision = -1;
  const grants = new Map<string, Promise<Grant>>();

  function grantOf(userId: number, deptId: number | null, accessRevision: number): Promise<Grant> {
    if (accessRevision !== grantsRevision || grants.size >= MAX_CACHED_GRANTS) {
      grants.clear();
      grantsRevision = accessRevision;
    }
    const key = `${userId}/${deptId}`;
    const cached = grants.get(key);
    if (cached) return cached;
    const loading = loadGrant(db, userId, deptId);
    grants.set(key, loading);
    loading.catch(() => grants.delete(key));
    return loading;
  }

  /**
   * Extends the idle limit, at most once a minute; the absolute limit stays. On a full disk the update fails and the
   * request continues. The request does not wait for the flush: a crash of the database may lose the last updates.
   */
  async function markSeen(session: { sessionId: number; lastSeenAt: Date; idleUntil: Date }, now: Date) {
    const lastMinute = new Date(now.getTime() - MARK_SEEN_EVERY_MS);
    if (session.lastSeenAt > lastMinute) return;
    const idleMs = session.idleUntil.getTime() - session.lastSeenAt.getTime();
    const unsynced = sql`set_config('synchronous_commit', 'off', true) = 'off'`;
    await db
      .update(sessions)
      .set({ lastSeenAt: now, idleUntil: new Date(now.getTime() + idleMs) })
      .where(and(eq(sessions.id, session.sessionId), lte(sessions.lastSeenAt, lastMinute), unsynced));
  }

  return {
    async identify(authorization, now) {
      if (authorization === undefined) throw new AppError('session.required');
      const [scheme, token, ...rest] = authorization.split(' ');
      if (scheme !== 'Bearer' || token === undefined || rest.length > 0 || !TOKEN.test(token)) {
        throw new AppError('session.expired');
      }
      const session = await findSession(hashToken(token));
      if (!session || session.idleUntil <= now || session.expiresAt <= now)
        throw new AppError('session.expired');
      await markSeen(session, now).catch(onMarkSeenError);
      const { sessionId, userId, username, nickName, deptId, mustChangePassword } = session;
      const grant = await grantOf(userId, deptId, session.accessRevision);
      const isRequired = isFactorRequired(await settings(session.settingsRevision), grant);
      return {
        sessionId,
        userId,
        username,
        nickName,
        deptId,
        mustChangePassword,
        mustSetUpSecondFactor: isRequired && session.factorUserId === null,
        catalogueRevision: session.catalogueRevision,
        settingsRevision: session.settingsRevision,
        grant,
      };
    },
  };
}

import pg from 'pg';

/** The first half of each lock's key: any numbers that no other program on the same database uses. */
const kinds = { upload: 7_150_121, download: 7_150_122 } as const;
export type PermitKind = keyof typeof kinds;

/** Permits per owner, shared by all processes of a database. */
export interface Permits {
  /**
   * Takes one of the owner's `limit` permits. Resolves with the function that returns it (further calls do nothing), or
   * with undefined when all are taken, by this process or another. Rejects while the database is unreachable.
   */
  take(kind: PermitKind, ownerId: number, limit: number): Promise<(() => void) | undefined>;
  /** Returns all permits of this process. */
  close(): void;
}

interface Connection {
  client: pg.Client;
  /** The last query (at first, the connection attempt); queries run one after the other. */
  last: Promise<unknown>;
}

/** An advisory lock and the two halves of its key. */
interface Permit {
  kind: number;
  id: number;
  isHeld: boolean;
}

const keyOf = ({ kind, id }: Permit) => `${kind}/${id}`;

/** More than any owner's number of permits. */
const STRIDE = 16;
/** A vanished machine loses its permits within a minute; an idle one keeps them. */
const settings =
  '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3 -c idle_session_timeout=0';

/**
 * Each permit is a session-level advisory lock. All locks of a process live on one connection outside the pool, opened with
 * the first permit: when the process dies, the database releases them, and no rows need cleaning up. After a broken
 * connection the permits in use are locked again where free; until then only this process counts them.
 */
export function openPermits(pool: pg.Pool, onError: (error: unknown) => void): Permits {
  /** Held or requested by this process. */
  const inUse = new Map<string, Permit>();
  let current: Connection | undefined;

  function openConnection(): Connection {
    if (current) return current;
    const client = new pg.Client({ ...pool.options, options: `${pool.options.options ?? ''} ${settings}` });
    const opened: Connection = { client, last: client.connect() };
    current = opened;
    const onLost = (error: unknown) => drop(opened, error);
    client.on('error', onLost);
    client.on('end', () => onLost(new Error('the connection of the permits ended')));
    opened.last.catch(onLost);
    for (const permit of inUse.values()) if (permit.isHeld) void query(opened, 'try_advisory_lock', permit);
    return opened;
  }

  function drop(lost: Connection, error: unknown): void {
    if (current !== lost) return;
    current = undefined;
    lost.client.end().catch(() => undefined);
    onError(error);
  }

  /** Drops the connection after any failure: its locks are unknown then, and closing it releases them. */
  function query(connection: Connection, lockFunction: string, { kind, id }: Permit): Promise<boolean> {
    const answer = connection.last.then(async () => {
      const { rows } = await connection.client.query<{ done: boolean }>(
        `select pg_${lockFunction}($1, $2) as done`,
        [kind, id],
      );
      return rows[0]?.done === true;
    });
    connection.last = answer;
    answer.catch((error: unknown) => drop(connection, error));
    return answer;
  }

  function release(permit: Permit): void {
    if (!permit.isHeld) return;
    permit.isHeld = false;
    // Sent before the key is free in this process, so that it precedes any new request for the same lock.
    if (current) void query(current, 'advisory_unlock', permit);
    inUse.delete(keyOf(permit));
  }

  /** Checks this process first: the database grants a lock to the same connection twice. */
  async function tryTake(permit: Permit): Promise<boolean> {
    const key = keyOf(permit);
    if (inUse.has(key)) return false;
    const connection = openConnection();
    inUse.set(key, permit);
    try {
      permit.isHeld = await query(connection, 'try_advisory_lock', permit);
    } finally {
      if (!permit.isHeld) inUse.delete(key);
    }
    return permit.isHeld;
  }

  return {
    async take(kind, ownerId, limit) {
      for (let n = 0; n < limit; n += 1) {
        // `| 0`, because each half of the key is a signed 32-bit integer.
        const permit = { kind: kinds[kind], id: (ownerId * STRIDE + n) | 0, isHeld: false };
        if (await tryTake(permit)) return () => release(permit);
      }
      return undefined;
    },
    close() {
      const open = current;
      current = undefined;
      // Not awaited: a hanging database would never answer.
      open?.client.end().catch(() => undefined);
    },
  };
}

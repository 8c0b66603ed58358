import pg from 'pg';

/** What is counted: the first half of each lock's key, any numbers that no other program on the same database uses. */
const kinds = { upload: 7_150_121, download: 7_150_122 } as const;
export type PlaceKind = keyof typeof kinds;

/** The places of one owner, over all processes of a database. */
export interface SharedPlaces {
  /**
   * Takes one of the owner's places and resolves with what gives it back, for which once is enough; with undefined when all
   * are taken, by whichever process. Rejects while the database is away.
   */
  take(kind: PlaceKind, ownerId: number, atOnce: number): Promise<(() => void) | undefined>;
  /** Gives all of them back. */
  close(): void;
}

interface Connection {
  client: pg.Client;
  /** What was asked last; also of the connecting itself. */
  last: Promise<unknown>;
}

/** A lock: its key's two halves. */
interface Place {
  kind: number;
  id: number;
  isHeld: boolean;
}

const keyOf = ({ kind, id }: Place) => `${kind}/${id}`;

/** More places than one owner ever has. */
const STRIDE = 16;
/** A machine that is gone without a word loses its places within a minute; one that has nothing to say keeps them. */
const settings =
  '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3 -c idle_session_timeout=0';

/**
 * Each place is an advisory lock of a session, on a connection of its own beside the pool, opened with the first place. So
 * a process that dies gives its places back with its connection, and nothing is written or has to be cleared up. After a
 * broken connection the places still held are taken again where they are free; until then only this process counts them.
 */
export function openSharedPlaces(pool: pg.Pool, onError: (error: unknown) => void): SharedPlaces {
  /** Those of this process, and those that it is asking for. */
  const taken = new Map<string, Place>();
  let current: Connection | undefined;

  function connection(): Connection {
    if (current) return current;
    const client = new pg.Client({ ...pool.options, options: `${pool.options.options ?? ''} ${settings}` });
    const opened: Connection = { client, last: client.connect() };
    current = opened;
    const lost = (error: unknown) => lose(opened, error);
    client.on('error', lost);
    client.on('end', () => lost(new Error('the connection of the places ended')));
    opened.last.catch(lost);
    for (const place of taken.values()) if (place.isHeld) void ask(opened, 'try_advisory_lock', place);
    return opened;
  }

  function lose(lost: Connection, error: unknown): void {
    if (current !== lost) return;
    current = undefined;
    lost.client.end().catch(() => undefined);
    onError(error);
  }

  /** In turn. A connection of which one answer is missing is given up: what it holds nobody knows; closed, it holds nothing. */
  function ask(on: Connection, what: string, { kind, id }: Place): Promise<boolean> {
    const answer = on.last.then(async () => {
      const { rows } = await on.client.query<{ done: boolean }>(`select pg_${what}($1, $2) as done`, [
        kind,
        id,
      ]);
      return rows[0]?.done === true;
    });
    on.last = answer;
    answer.catch((error: unknown) => lose(on, error));
    return answer;
  }

  function release(place: Place): void {
    if (!place.isHeld) return;
    place.isHeld = false;
    // Sent before anybody else here may ask for the same place.
    if (current) void ask(current, 'advisory_unlock', place);
    taken.delete(keyOf(place));
  }

  /** The database would give a place to the same connection again. */
  async function tryPlace(place: Place): Promise<boolean> {
    const key = keyOf(place);
    if (taken.has(key)) return false;
    const on = connection();
    taken.set(key, place);
    try {
      place.isHeld = await ask(on, 'try_advisory_lock', place);
    } finally {
      if (!place.isHeld) taken.delete(key);
    }
    return place.isHeld;
  }

  return {
    async take(name, ownerId, atOnce) {
      for (let n = 0; n < atOnce; n += 1) {
        const place = { kind: kinds[name], id: (ownerId * STRIDE + n) | 0, isHeld: false };
        if (await tryPlace(place)) return () => release(place);
      }
      return undefined;
    },
    close() {
      const open = current;
      current = undefined;
      // Not waited for: a database that hangs would never say that it is done.
      open?.client.end().catch(() => undefined);
    },
  };
}

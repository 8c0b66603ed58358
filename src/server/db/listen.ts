import pg from 'pg';

interface ListenOptions {
  channel: string;
  onPayload: (payload: string) => void;
  /** Hears from now on: whatever was notified before, since the last time too, is missed. */
  onListening: () => void;
  onError: (error: unknown) => void;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
/** A connection that is cut without a word is noticed by this. */
const PING_EVERY_MS = 15_000;

/**
 * Hears what PostgreSQL notifies on a channel, on a connection of its own beside the pool. A connection that is lost is
 * made again, after longer and longer waits while that fails.
 */
export function listenTo(
  pool: pg.Pool,
  { channel, onPayload, onListening, onError }: ListenOptions,
): { close: () => void } {
  let current: pg.Client | undefined;
  let isClosed = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const client = new pg.Client(pool.options);
    current = client;
    const lost = (error: unknown) => {
      if (current !== client) return;
      current = undefined;
      client.end().catch(() => undefined);
      if (isClosed) return;
      onError(error);
      const wait = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
      failures += 1;
      retry = setTimeout(() => void connect(), wait * (0.5 + Math.random() / 2));
    };
    client.on('error', lost);
    client.on('end', () => lost(new Error('the listening connection ended')));
    client.on('notification', ({ payload = '' }) => onPayload(payload));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      if (current !== client) return;
      failures = 0;
      onListening();
    } catch (error) {
      lost(error);
    }
  }

  const ping = setInterval(() => {
    // A failure is told to the client's own listeners, a missing answer to nobody else.
    const client = current;
    client?.query('select 1').catch((error: unknown) => client.emit('error', error));
  }, PING_EVERY_MS).unref();
  void connect();

  return {
    close() {
      isClosed = true;
      clearTimeout(retry);
      clearInterval(ping);
      const client = current;
      current = undefined;
      // Not waited for: a database that hangs would never say that it is done.
      client?.end().catch(() => undefined);
    },
  };
}

import pg from 'pg';

interface ListenOptions {
  channel: string;
  onPayload: (payload: string) => void;
  /** Called when listening (re)starts; notifications sent before, and while the connection was lost, were missed. */
  onListening: () => void;
  onError: (error: unknown) => void;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
/** Detects a connection that was cut silently. */
const PING_EVERY_MS = 15_000;

/**
 * Listens to a PostgreSQL channel on a connection outside the pool. A lost connection is reopened, with growing
 * delays while that fails.
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
    const onLost = (error: unknown) => {
      if (current !== client) return;
      current = undefined;
      client.end().catch(() => undefined);
      if (isClosed) return;
      onError(error);
      const wait = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
      failures += 1;
      retry = setTimeout(() => void connect(), wait * (0.5 + Math.random() / 2));
    };
    client.on('error', onLost);
    client.on('end', () => onLost(new Error('the listening connection ended')));
    client.on('notification', ({ payload = '' }) => onPayload(payload));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      if (current !== client) return;
      failures = 0;
      onListening();
    } catch (error) {
      onLost(error);
    }
  }

  const ping = setInterval(() => {
    // The client reports errors through its listeners; a missing answer has no other listener.
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
      // Not awaited: a hanging database would never answer.
      client?.end().catch(() => undefined);
    },
  };
}

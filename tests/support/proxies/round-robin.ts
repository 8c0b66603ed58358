import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';

/** A proxy in front of several servers: each request goes once, to the next server that reports ready. */
export interface RoundRobin {
  address: string;
  add(server: string): void;
  remove(server: string): void;
  /** The number of servers known to be ready. */
  ready(): number;
  close(): Promise<void>;
}

const ASK_EVERY_MS = 50;

export async function createRoundRobin(): Promise<RoundRobin> {
  const servers = new Map<string, { isReady: boolean; agent: Agent }>();
  let turn = 0;

  async function ask(server: string): Promise<void> {
    const isReady = await fetch(`${server}/readyz`).then(
      async (answer) => (await answer.text()) !== '' && answer.status === 200,
      () => false,
    );
    const known = servers.get(server);
    if (known) known.isReady = isReady;
  }
  const timer = setInterval(() => {
    for (const server of servers.keys()) void ask(server);
  }, ASK_EVERY_MS);

  function pass(from: IncomingMessage, to: ServerResponse): void {
    const ready = [...servers].filter(([, { isReady }]) => isReady);
    const next = ready[(turn += 1) % ready.length];
    if (!next) return void to.writeHead(502).end('no server');
    const [server, { agent }] = next;
    const { method, headers } = from;
    const onward = httpRequest(server + (from.url ?? ''), { method, headers, agent }, (answer) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...rest } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(to);
    });
    // Failed requests are not retried.
    onward.on('error', (error) => to.writeHead(502).end(error.message));
    from.pipe(onward);
  }

  const listener = createServer(pass).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  return {
    address: `http://127.0.0.1:${address.port}`,
    add: (server) => void servers.set(server, { isReady: false, agent: new Agent({ keepAlive: true }) }),
    remove(server) {
      servers.get(server)?.agent.destroy();
      servers.delete(server);
    },
    ready: () => [...servers.values()].filter(({ isReady }) => isReady).length,
    async close() {
      clearInterval(timer);
      const closed = once(listener, 'close');
      listener.close();
      listener.closeAllConnections();
      await closed;
      for (const server of servers.values()) server.agent.destroy();
    },
  };
}

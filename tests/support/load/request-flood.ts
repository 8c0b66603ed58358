import { spawn } from 'node:child_process';
import { once } from 'node:events';

const program = `
  const net = require('node:net');
  const { port, request, atOnce, seconds, from } = JSON.parse(process.argv[1]);
  const below = (n) => Math.floor(Math.random() * n);
  const counts = {};
  let withoutRetryAfter = 0;
  let rounds = 0;

  const ask = () => new Promise((resolve) => {
    const localAddress = from ?? ['127.67', below(250), 1 + below(250)].join('.');
    const socket = net.connect({ host: '127.0.0.1', port, localAddress }, () => socket.write(request));
    let answer = '';
    const end = () => {
      socket.destroy();
      const status = Number(/^HTTP\\/1\\.1 (\\d+)/.exec(answer)?.[1] ?? 0);
      counts[status] = (counts[status] ?? 0) + 1;
      if (status !== 200 && !/^retry-after: \\d/im.test(answer)) withoutRetryAfter += 1;
      resolve();
    };
    socket.setTimeout(30_000, end);
    socket.on('error', end);
    socket.on('data', (bytes) => {
      answer += bytes;
      if (answer.includes('\\r\\n\\r\\n')) end();
    });
  });
  const askAll = () => Promise.all(Array.from({ length: atOnce }, ask));

  (async () => {
    // Warm-up: the first requests run code for the first time.
    await askAll();
    process.send('warm');
    const until = performance.now() + seconds * 1000;
    for (; performance.now() < until; rounds += 1) await askAll();
    process.send({ rounds, counts, withoutRetryAfter }, () => process.exit());
  })();
  process.on('disconnect', () => process.exit());
`;

/** The responses to a flood. */
export interface FloodAnswers {
  rounds: number;
  /** By status; 0: none within 30 s. */
  counts: Record<string, number>;
  /** Number of refusals without a retry time. */
  withoutRetryAfter: number;
}

/**
 * Repeats the same request over many connections, each from a different address unless `from` is given. A separate process sends it, so its
 * work does not count in concurrent measurements. Resolves when the flood has started.
 */
export async function startFlood(options: {
  port: number;
  /** Head and body, as they are sent. */
  request: string;
  atOnce: number;
  seconds: number;
  /** The source address of all connections. */
  from?: string;
}): Promise<{ done: Promise<FloodAnswers> }> {
  const child = spawn(process.execPath, ['-e', program, JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('the flood broke off');
  });
  ended.catch(() => undefined); // it also ends after a success
  await Promise.race([once(child, 'message'), ended]);
  const done = Promise.race([once(child, 'message').then(([answers]) => answers as FloodAnswers), ended]);
  return { done };
}

/** A sign-in as `startFlood` sends it. */
export function loginRequest(login: { username: string; password: string }): string {
  const body = JSON.stringify(login);
  return `POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

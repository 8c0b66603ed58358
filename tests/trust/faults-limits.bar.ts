import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from 'vitest';
import { choosePort } from '#server/db/private-postgres/address.ts';
import { signIn } from '#tests/support/app/api-client.ts';
import { startLoad, unexpectedAnswers } from '#tests/support/load/load.ts';
import { acknowledgedIn, expectOrdersStored } from '#tests/support/load/order-ledger.ts';
import { launchServer, runServer } from '#tests/support/processes/run-server.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { expectIdlePool, readFigures } from '#tests/support/processes/server-figures.ts';
import { spread } from '#tests/support/load/spread.ts';
import { createEmptyDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { ownDirectory } from '#tests/support/processes/own-directory.ts';
import { bar } from './bar.ts';

const MB = 1024 * 1024;
const timeout = 3_600_000;
const run = promisify(execFile);

const directory = ownDirectory('quotemill-limits-');
let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

bar(
  78,
  'a log without a reader delays no request',
  async () => {
    const pipe = `${directory.path}/log`;
    await run('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    const writer = openSync(pipe, constants.O_WRONLY);
    try {
      fillPipe(reader);
      const address = await choosePort();
      if (address.kind !== 'port') throw new Error('no port');
      const running = launchServer(directory.path, {
        env: { DATABASE_URL: database.url, LOG_LEVEL: 'info', PORT: String(address.port) },
        stdout: writer,
      });
      const base = `http://127.0.0.1:${address.port}`;
      const isReady = () =>
        fetch(`${base}/readyz`).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
      const requests = atScale(300, 15_000);
      const elapsedMs: number[] = [];
      const ask = async () => {
        for (let n = 0; n < requests / 10; n += 1) {
          const startedAt = performance.now();
          expect((await fetch(`${base}/api/v1/app-config`)).status).toBe(200);
          elapsedMs.push(performance.now() - startedAt);
        }
      };
      await ask();
      const before = await readFigures(base);
      await Promise.all(Array.from({ length: 9 }, ask));
      const after = await readFigures(base);
      const growthMb = (after.rssBytes - before.rssBytes) / MB;
      assertBelow(growthMb, 100, 'MB of growth');
      // Read again: whole lines, and the number of dropped ones.
      const lines = await readLines(reader, base);
      const dropped = lines.filter((line) => line.includes('"msg":"log lines dropped"'));
      expect(dropped.length > 0).toBe(requests > 10_000);
      fillPipe(reader);
      process.kill(running.pid, 'SIGTERM');
      expect((await running.ended).code).toBe(0);
      return (
        `stdout a full pipe: ${requests} requests answered, ${spread(elapsedMs)}, memory ${growthMb.toFixed(0)} MB more; ` +
        `stopped in order all the same`
      );
    } finally {
      closeSync(writer);
      closeSync(reader);
    }
  },
  { timeout },
);

/** Fills a pipe completely. */
function fillPipe(descriptor: number): void {
  // Large pieces, then single lines: a pipe accepts what fits.
  for (const piece of [`${' '.repeat(4_095)}\n`, '\n']) {
    for (;;) {
      try {
        writeSync(descriptor, piece);
      } catch {
        break;
      }
    }
  }
}

/** Empties a pipe while the server continues, until no more output arrives. */
async function readLines(descriptor: number, base: string): Promise<string[]> {
  const bytes = Buffer.alloc(64 * 1024);
  let text = '';
  const drain = () => {
    for (;;) {
      try {
        text += bytes.toString('utf8', 0, readSync(descriptor, bytes));
      } catch {
        return text;
      }
    }
  };
  const last = `/api/v1/last-${String(process.pid)}`;
  await expect
    .poll(
      async () => {
        drain();
        await fetch(base + last);
        return drain().includes(last);
      },
      { interval: 20, timeout: 30_000 },
    )
    .toBe(true);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines.slice(0, -1).filter((each) => each.startsWith('{'))) JSON.parse(line);
  return lines;
}

bar(
  78,
  'a server without free file handles survives, and accepts connections again once there are some',
  async () => {
    const server = await runServer(directory.path, {
      env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' },
      openFiles: 256,
    });
    const port = Number(new URL(server.address).port);
    const rounds = atScale(1, 10);
    for (let round = 0; round < rounds; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 400 }, () => openSocket(port)));
      // Requests without a connection are refused at once; none hangs.
      const status = await fetch(`${server.address}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
        (answer) => answer.status,
        () => 0,
      );
      expect([0, 200, 503]).toContain(status);
      for (const socket of sockets) socket.destroy();
      const answers = () =>
        fetch(`${server.address}/readyz`).then(
          ({ status: found }) => found,
          () => 0,
        );
      await expect.poll(answers, { timeout: 10_000 }).toBe(200);
    }
    const client = await signIn(server.address);
    expect((await client.call('GET', '/material')).status).toBe(200);
    await expectIdlePool(server.address);
    expect((await server.stop()).code).toBe(0);
    return `256 handles and 400 connections, ${rounds} times: the same process answers afterwards`;
  },
  { timeout },
);

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(socket)).on('connect', () => resolve(socket));
  });
}

bar(
  78,
  'a server with little memory serves its customers, slow readers included',
  async () => {
    const server = await runServer(directory.path, {
      env: { DATABASE_URL: database.url, NODE_OPTIONS: '--max-old-space-size=96' },
    });
    const port = Number(new URL(server.address).port);
    const client = await signIn(server.address);
    const load = startLoad(client, await client.composeOrder(3), 20);
    const before = await readFigures(server.address);
    // Clients that request the longest responses and never read them.
    const readers = await Promise.all(Array.from({ length: 50 }, () => openSocket(port)));
    for (const reader of readers) {
      reader.pause();
      reader.write(
        `GET /api/v1/process/tree?pageSize=1000 HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${client.token}\r\n\r\n`.repeat(
          5,
        ),
      );
    }
    await expect.poll(() => load.sent.length, { timeout: 120_000 }).toBeGreaterThan(atScale(300, 20_000));
    const after = await readFigures(server.address);
    for (const reader of readers) reader.destroy();
    await load.stop();
    expect(unexpectedAnswers(load.sent, [200, 503])).toEqual([]);
    await expectOrdersStored(database.url, acknowledgedIn(load.sent));
    expect((await server.stop()).code).toBe(0);
    const growthMb = (after.rssBytes - before.rssBytes) / MB;
    assertBelow(growthMb, 150, 'MB of growth');
    return (
      `a heap of 96 MB under 20 customers and 50 readers who never read: ${load.sent.length} requests answered, no crash, ` +
      `memory ${growthMb.toFixed(0)} MB more`
    );
  },
  { timeout },
);

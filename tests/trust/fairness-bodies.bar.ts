import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { watchMemory } from '#tests/support/processes/process-cost.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { newAddress } from '#tests/support/app/sign-in.ts';
import { bar } from './bar.ts';

const MB = 1024 ** 2;
const BODY_BYTES = 5 * MB;

let app: ServedApp;
let path: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await createServedApp();
  const who = { as: 'demo' };
  const order = await buildOrder(app, who, [buildItem(await readCatalogue(app))]);
  const { data: id } = await place(app, who, order);
  await app.send('GET', `/order/${String(id)}/quotation.pdf`, who);
  const { code } = (await app.send('GET', `/order/${String(id)}/document`, who)).data as { code: string };
  path = `/api/v1/public/quotation/${code}/file`;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

interface Stalled {
  status: number;
  seconds: number;
}

/** Sends all of a body but its last byte, and waits for the server to answer or to end the connection. */
function stall(target: string, type: string, body: Buffer, localAddress: string): Promise<Stalled> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ port: app.port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    let text = '';
    const end = () => {
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
      resolve({ status, seconds: (performance.now() - startedAt) / 1_000 });
    };
    socket.on('error', () => undefined);
    socket.on('close', end);
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (text.includes('\r\n\r\n')) end();
    });
    socket.write(
      `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, -1));
  });
}

/** Compares a file, each time from another IP address. */
const compare = (payload: Buffer) =>
  app.exchange({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/pdf' },
    payload,
    remoteAddress: newAddress(),
  });

/** Sends stalled bodies from few addresses; returns their answers, and the growth of the server's memory. */
async function stallMany(count: number, target: string, type: string, body: Buffer) {
  const memory = watchMemory(app.server.pid);
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) => stall(target, type, body, `127.86.0.${1 + (n % 10)}`)),
  );
  return { answers, grown: memory.growthMb() };
}

bar(86, 'bodies that stall without a session take little memory and end soon', async (tell) => {
  const count = atScale(100, 400);
  const pdf = Buffer.alloc(BODY_BYTES, '%PDF-1.7 ');
  // Warm-up: loads the code that such requests need.
  for (let n = 0; n < 20; n += 1) expect((await compare(pdf)).status).toBe(200);
  const files = await stallMany(count, path, 'application/pdf', pdf);
  const slowest = Math.max(...files.answers.map(({ seconds }) => seconds));
  const json = Buffer.from(JSON.stringify({ username: 'demo', password: 'x'.repeat(200 * 1024) }));
  const logins = await stallMany(count, '/api/v1/login', 'application/json', json);
  const elsewhere = await stallMany(count, '/api/v1/nothing', 'application/json', json);
  const statusesOf = ({ answers }: typeof files) =>
    [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b).join(', ');
  tell(
    `${count} stalled files of 5 MB: memory +${files.grown} MB, answered ${statusesOf(files)}, the last after ` +
      `${slowest.toFixed(1)} s; ${count} stalled sign-ins of 200 KB: +${logins.grown} MB, ${statusesOf(logins)}; at an ` +
      `unknown address +${elsewhere.grown} MB, ${statusesOf(elsewhere)}`,
  );
  // The files are 2 GB; buffers of the read ones are collected late.
  assertBelow(files.grown, 200, 'MB for stalled files');
  assertBelow(logins.grown, 50, 'MB for stalled sign-ins');
  assertBelow(elsewhere.grown, 50, 'MB for stalled bodies of nobody');
  assertBelow(slowest, 31, 's until the last stalled body ends');
  // Most requests of a flood are cut off while sending and may lose their answer: 0.
  for (const { status } of files.answers) expect([0, 408, 429, 503]).toContain(status);
  for (const { status } of logins.answers) expect([413, 429, 503]).toContain(status);
  expect(statusesOf(elsewhere)).toBe('404');

  // The permits are free again, also for an address that has not used up its minute.
  await delay(1_000);
  const answer = await compare(pdf);
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.body)).toMatchObject({ data: { isIssued: false } });
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitConnections } from './connections.ts';

let server: Server;
/** The server's end of each connection. */
const serverEnds = new Map<Socket, Socket>();
/** Requests that wait for their answer. */
const waiting: (() => void)[] = [];

beforeEach(async () => {
  server = createServer((_request, response) => waiting.push(() => response.end('here')));
  const isProxy = (address: string) => address === '127.9.9.9';
  limitConnections(server, isProxy, { total: 8, nearlyFull: 6, perAddress: 3 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
/** How far the clock of the limits is ahead. */
let passedMs = 0;
const realNow = performance.now.bind(performance);
beforeEach(() => {
  passedMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of serverEnds.keys()) socket.destroy();
  serverEnds.clear();
  waiting.splice(0);
  server.close();
  await once(server, 'close');
});

async function open(localAddress: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  const [accepted] = (await once(server, 'connection')) as [Socket];
  serverEnds.set(socket, accepted);
  return socket;
}

const openMany = async (count: number, localAddress: string) => {
  const opened: Socket[] = [];
  for (let n = 0; n < count; n += 1) opened.push(await open(localAddress));
  return opened;
};

/** The clients whose connections the server has closed; it closes them as soon as another arrives. */
const closedOf = (of: readonly Socket[]): number[] =>
  of.flatMap((socket, n) => (serverEnds.get(socket)!.destroyed ? [n] : []));

/** Begins a request; the server has it when this resolves. */
async function request(socket: Socket): Promise<void> {
  const before = waiting.length;
  socket.resume().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => waiting.length).toBe(before + 1);
}

test('an address beyond its limit replaces the connection that was idle longest', async () => {
  const [first, second, third] = await openMany(3, '127.0.5.1');
  await request(first!);
  const answered = once(first!, 'data');
  waiting.pop()?.();
  await answered;
  passedMs += 1_100;
  const fourth = await open('127.0.5.1');
  const all = [first!, second!, third!, fourth];
  for (const socket of all) socket.resume();
  expect(closedOf(all)).toStrictEqual([1]);
});

test('an address beyond its limit gets no connection while its others are in use or new; other addresses do', async () => {
  const three = await openMany(3, '127.0.5.1');
  for (const socket of three) await request(socket);
  passedMs += 1_100;
  const all = [...three, await open('127.0.5.1'), await open('127.0.5.2')];
  for (const socket of all) socket.resume();
  expect(closedOf(all)).toStrictEqual([3]);
});

test('a nearly full server replaces the connection that was idle longest, of any address', async () => {
  const six = [...(await openMany(3, '127.0.5.1')), ...(await openMany(3, '127.0.5.2'))];
  await request(six[0]!);
  // Half a header is no request.
  six[1]!.write('GET / HTTP/1.1\r\nHost:');
  await expect.poll(() => serverEnds.get(six[1]!)!.bytesRead).toBeGreaterThan(0);
  passedMs += 1_100;
  const all = [...six, await open('127.0.5.3'), await open('127.0.5.4')];
  for (const socket of all) socket.resume();
  expect(closedOf(all)).toStrictEqual([1, 2]);
});

test('a full server accepts no connection while all of its connections are in use or new', async () => {
  const all: Socket[] = [];
  for (const n of [1, 2, 3, 4]) all.push(...(await openMany(2, `127.0.5.${n}`)));
  all.push(await open('127.0.5.9'));
  for (const socket of all) socket.resume();
  expect(closedOf(all)).toStrictEqual([8]);
});

test('connections of a trusted proxy are neither counted nor replaced', async () => {
  const proxies = await openMany(12, '127.9.9.9');
  passedMs += 1_100;
  const all = [...proxies, ...(await openMany(3, '127.0.5.1'))];
  for (const socket of all) socket.resume();
  expect(closedOf(all)).toStrictEqual([]);
});

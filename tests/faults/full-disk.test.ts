import { randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import type { ApiClient, OrderBody } from '../support/api-client.ts';
import { signIn } from '../support/api-client.ts';
import { strangeAnswers, type Sent } from '../support/load.ts';
import { privateDatabase, readStoredOrders } from '../support/order-ledger.ts';
import { report } from '../support/report.ts';
import {
  createTemporaryDirectory,
  databaseProcesses,
  killLeftovers,
  runServer,
  launchServer,
} from '../support/run-server.ts';
import { freeBytes, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const MB = 1024 * 1024;

let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let disk: SmallDisk | undefined;
let dataDir: string;
beforeAll(async () => {
  directory = await createTemporaryDirectory('quotemill-disk-');
  dataDir = `${directory.path}/disk/data`;
});
afterEach(async () => {
  await killLeftovers(dataDir);
  await disk?.unmount();
});
afterAll(() => directory.remove());

/** Places order after order until `isEnough`. */
async function placeUntil(
  client: ApiClient,
  order: OrderBody,
  sent: Sent[],
  isEnough: (sent: Sent) => boolean,
): Promise<void> {
  for (;;) {
    const key = randomUUID();
    const startedAt = performance.now();
    const answer = await client.placeOrder(order, key);
    const last = { what: 'order', startedAt, key, answer };
    sent.push(last);
    if (isEnough(last)) return;
  }
}

it('refuses orders while its disk is full, loses none, and takes them again when there is room', async () => {
  disk = await mountSmallDisk(`${directory.path}/disk`, 'size=320m,mode=711');
  await (disk ? fillAndFree(disk) : refuseStart());
  expect(await databaseProcesses(dataDir)).toEqual([]);
});

/** Without a disk of our own: a limit on the size of files, under which no database can be created. */
async function refuseStart(): Promise<void> {
  const { code, stderr } = await launchServer(dataDir, { fileBlocks: 1024 }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^无法在 .* 创建数据库：.+。\n$/);
  expect(await readdir(dataDir)).toEqual(['lock']);
}

async function fillAndFree({ path }: SmallDisk): Promise<void> {
  const server = await runServer(dataDir);
  const client = await signIn(server.address);
  const order = await client.composeOrder(3);
  const sent: Sent[] = [];
  const isPlaced = ({ answer }: Sent) => answer?.status === 200;
  await placeUntil(client, order, sent, isPlaced);

  const filler = `${path}/filler`;
  // tmpfs counts whole pages: what is left is less than any table or log file grows by
  await writeFile(filler, Buffer.alloc((await freeBytes(path)) - 0.1 * MB));
  const fullAt = performance.now();
  await placeUntil(client, order, sent, (last) => !isPlaced(last));
  const refusedAfter = sent.length;
  const refusal = sent.at(-1)?.answer;
  const healthy = await fetch(`${server.address}/healthz`);
  expect(healthy.status).toBe(200);

  await rm(filler);
  const freedAt = performance.now();
  await placeUntil(client, order, sent, (last) => isPlaced(last) || performance.now() - freedAt > 15_000);
  const backMs = Math.round(performance.now() - freedAt);
  expect(strangeAnswers(sent, [200, 503, 507])).toEqual([]);
  expect(sent.at(-1)?.answer?.status).toBe(200);

  const stored = await readStoredOrders(await privateDatabase(dataDir));
  const placed = sent.filter(isPlaced);
  expect(placed.filter(({ key = '', answer }) => stored.byKey.get(key) !== answer?.body['data'])).toEqual([]);
  expect({ torn: stored.torn, gaps: stored.daysWithGaps }).toEqual({ torn: [], gaps: [] });
  report(
    `disk full: order ${refusedAfter} refused with ${refusal?.status} ${String(refusal?.body['error'])} ` +
      `${Math.round((sent[refusedAfter - 1]?.startedAt ?? 0) - fullAt)} ms later; ${placed.length} acknowledged, 0 lost; ` +
      `placed again ${backMs} ms after there was room`,
  );
  expect((await server.stop()).code).toBe(0);
}

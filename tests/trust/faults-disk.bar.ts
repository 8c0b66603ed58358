import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterEach, expect } from 'vitest';
import { signIn, type ApiClient, type OrderBody } from '#tests/support/app/api-client.ts';
import { unexpectedAnswers, type Sent } from '#tests/support/load/load.ts';
import { acknowledgedIn, expectOrdersStored, privateDatabase } from '#tests/support/load/order-ledger.ts';
import { databaseProcesses, launchServer, runServer } from '#tests/support/processes/run-server.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { mountSmallDisk, type SmallDisk } from '#tests/support/processes/small-disk.ts';
import { spread } from '#tests/support/load/spread.ts';
import { ownDirectory } from '#tests/support/processes/own-directory.ts';
import { bar } from './bar.ts';

const KB = 1024;
const MB = 1024 * KB;
const timeout = 3_600_000;
const RESPONSIVE_MS = 2_000;

let disk: SmallDisk | undefined;
afterEach(async () => {
  await disk?.unmount();
  disk = undefined;
});
const directory = ownDirectory('quotemill-disk-');
const dataDir = directory.at('disk/data');

bar(
  78,
  'a full database disk refuses orders, serves readers, and accepts orders again once there is room',
  async () => {
    disk = await mountSmallDisk(`${directory.path}/disk`, 'size=400m,mode=711');
    const figure = await (disk ? sweep(disk) : refuseStart());
    expect(await databaseProcesses(dataDir)).toEqual([]);
    return figure;
  },
  { timeout },
);

/** Without a separate disk: a limit on file sizes, under which no database can be created. */
async function refuseStart(): Promise<string> {
  const { code, stderr } = await launchServer(dataDir, { fileBlocks: 1024 }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^无法在 .* 创建数据库：.+。\n$/);
  expect(await readdir(dataDir)).toEqual(['lock']);
  return 'no disk could be mounted here: under a limit of file sizes the start is refused with a sentence';
}

const sizes = [0, 16 * KB, 64 * KB, 256 * KB, MB, 2 * MB, 4 * MB, 8 * MB, 16 * MB, 32 * MB];

async function sweep(full: SmallDisk): Promise<string> {
  const server = await runServer(dataDir);
  const client = await signIn(server.address);
  const order = await client.composeOrder(3);
  const sent: Sent[] = [];
  const backMs: number[] = [];
  const isPlaced = ({ answer }: Sent) => answer?.status === 200;
  const isRefused = ({ answer }: Sent) => answer?.status === 507 || answer?.status === 503;

  /** Frees space and expects that orders are placed again. */
  async function recover(): Promise<void> {
    await full.free();
    const freedAt = performance.now();
    await placeUntil(client, order, sent, (last) => isPlaced(last) || performance.now() - freedAt > 15_000);
    expect(sent.at(-1)?.answer?.status).toBe(200);
    backMs.push(performance.now() - freedAt);
  }

  await placeUntil(client, order, sent, isPlaced);
  const swept = sizes.filter((_, n) => n % atScale(5, 1) === 2 % atScale(5, 1));
  for (const size of swept) {
    // A disk that is nearly full: writes that add data are refused before it is full.
    await full.fill(48 * MB);
    await placeUntil(client, order, sent, isRefused);
    expect(sent.at(-1)?.answer).toMatchObject({ status: 507, body: { error: 'storage.full' } });
    await full.fill(size);
    for (let n = 0; n < 20; n += 1) {
      await placeUntil(client, order, sent, () => true);
      expect(sent.at(-1)?.answer?.status).toBe(507);
    }
    for (const path of ['/material', '/order', '/getinfo', '/app-config']) {
      const { status, elapsedMs } = await client.call('GET', path);
      expect({ path, status }).toEqual({ path, status: 200 });
      assertBelow(elapsedMs, RESPONSIVE_MS, 'ms for an answer while the disk is full');
    }
    const again = await signIn(server.address);
    expect((await again.call('POST', '/logout')).status).toBe(200);
    await recover();
  }

  // Filled at once by another program: no data is lost and no request waits long, whichever database file cannot grow.
  const refusals: number[] = [];
  for (const size of swept) {
    await full.fill(size);
    const from = sent.length;
    await placeUntil(client, order, sent, (last) => isRefused(last) || sent.length - from > 400);
    refusals.push(sent.at(-1)?.answer?.status ?? 0);
    const askedAt = performance.now();
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
    expect([200, 503]).toContain((await client.call('GET', '/material')).status);
    assertBelow(performance.now() - askedAt, RESPONSIVE_MS, 'ms for health while the disk is full');
    await recover();
  }
  expect(unexpectedAnswers(sent, [200, 503, 507])).toEqual([]);
  const stored = await expectOrdersStored(await privateDatabase(dataDir), acknowledgedIn(sent));
  expect((await server.stop()).code).toBe(0);
  return (
    `${2 * swept.length} times a full disk of the database with 0 to 32 MB left: ${sent.length - stored.ids.length} orders ` +
    `refused with 507 or 503, ${stored.ids.length} acknowledged, 0 lost; readers and sign-ins served where it filled up ` +
    `slowly; orders again ${spread(backMs)} after there was room`
  );
}

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
    const last = { what: 'order', startedAt, key, answer: await client.placeOrder(order, key) };
    sent.push(last);
    if (isEnough(last)) return;
  }
}

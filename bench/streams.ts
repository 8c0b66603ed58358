import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#server/db/database.ts';
import { insertNotifications } from '#server/modules/notifications/insert-notifications.queries.ts';
import { signIn } from '../tests/support/app/api-client.ts';
import { openNotificationStream, type PingReader } from '../tests/support/app/event-reader.ts';
import { addPerson, type Person } from '../tests/support/data/people.ts';
import type { ServerProcess } from '../tests/support/processes/run-server.ts';
import { privateDatabase } from '../tests/support/load/order-ledger.ts';
import { withServer } from './built-server.ts';
import { median, type Part } from './figure.ts';
import { rssMegabytes } from './rss.ts';
import { atScale } from './scale.ts';

const STREAMS = atScale(10, 200);
/** The limit per user. */
const PER_USER = 5;
const ROUNDS = atScale(2, 20);
const SETTLE_MS = atScale(0, 5_000);

/** Open event streams: their cost in the server's process, and the delay of a notification. */
export const streams: Part = {
  title: `${STREAMS} open event streams`,
  measure: () =>
    withServer(async (server, dataDir) => {
      const database = openDatabase(await privateDatabase(dataDir), 2, () => undefined);
      const people: Person[] = [];
      for (let i = 0; i < STREAMS / PER_USER; i += 1) people.push(await addPerson({ database }));
      const openAll = () =>
        Promise.all(
          people.flatMap(({ token }) =>
            Array.from({ length: PER_USER }, () => openNotificationStream(server.address, token)),
          ),
        );
      // The first streams also load code, which is not a cost per stream.
      await closeAll(await openAll());
      await delay(SETTLE_MS);
      const before = await rssMegabytes(server.pid);
      const readers = await openAll();
      await delay(SETTLE_MS);
      const after = await rssMegabytes(server.pid);

      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const notifications = people.map(({ userId }) => ({
          userId,
          kind: 'staff_note' as const,
          title: `${round}`,
          body: '',
          orderId: null,
        }));
        const pinged = Promise.all(readers.map((reader) => reader.next()));
        const start = performance.now();
        await insertNotifications(database.db, notifications, new Date());
        await pinged;
        times.push(performance.now() - start);
      }
      await closeAll(readers);
      const messages = await measureMessages(server);
      await database.close();
      return [
        { name: 'memory of the server’s process', value: after - before, unit: 'MB', target: { atMost: 30 } },
        {
          name: 'one notification for each user, until every page is pinged',
          value: median(times),
          unit: 'ms',
        },
        {
          name: 'message of the shop about an order, until the customer’s open page is pinged',
          value: median(messages),
          unit: 'ms',
          target: { atMost: 1_000 },
        },
      ];
    }),
};

/** From sending a message to its arrival in the stream of the order's customer, ms. */
async function measureMessages({ address }: ServerProcess): Promise<number[]> {
  const [customer, admin] = await Promise.all([signIn(address), signIn(address, 'admin')]);
  const placed = await customer.placeOrder(await customer.composeOrder(1), randomUUID());
  const reader = await openNotificationStream(address, customer.token);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const text = `第 ${round + 1} 条消息`;
    const body = { kind: 'note', audience: 'customer', text };
    const pinged = reader.next();
    const start = performance.now();
    const sent = await admin.call('POST', `/order/${String(placed.body['data'])}/staff-message`, body);
    if (sent.status !== 200) throw new Error(`message: ${sent.status} ${String(sent.body['msg'])}`);
    await pinged;
    times.push(performance.now() - start);
  }
  await closeAll([reader]);
  return times;
}

async function closeAll(readers: readonly PingReader[]): Promise<void> {
  for (const reader of readers) reader.close();
  await Promise.all(readers.map(({ ended }) => ended));
}

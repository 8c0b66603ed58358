import { expect } from 'vitest';
import { signIn } from '#tests/support/app/api-client.ts';
import { createLedger, expectOrdersStored, privateDatabase } from '#tests/support/load/order-ledger.ts';
import { canUnshare, launchServer, runServer } from '#tests/support/processes/run-server.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { spread } from '#tests/support/load/spread.ts';
import { ownDirectory } from '#tests/support/processes/own-directory.ts';
import { bar, notRun } from './bar.ts';

/** The interval of touching the lock, plus the start of the second process. */
const REFUSED_WITHIN_MS = 15_000;

const dataDir = ownDirectory('quotemill-namespaces-').at('data');

/** The two servers run in two containers, or in a container and on its host. */
const pairs = [
  { first: { unshared: true }, second: { unshared: false } },
  { first: { unshared: true }, second: { unshared: true } },
  { first: { unshared: false }, second: { unshared: true } },
];

bar(
  83,
  'a server in another process namespace is refused, and no acknowledged order is lost',
  async () => {
    if (!canUnshare()) return notRun('this machine does not permit process namespaces (unshare)');
    const ledger = createLedger();
    const refusedMs: number[] = [];
    for (const { first: where, second } of pairs.slice(-atScale(1, 3))) {
      const first = await runServer(dataDir, where);
      const client = await signIn(first.address);
      const order = await client.composeOrder(2);
      const writing = ledger.writeUntilCut(client, order);
      const { code, stderr, elapsedMs } = await launchServer(dataDir, second).ended;
      refusedMs.push(elapsedMs);
      expect(stderr).toMatch(/^数据目录 .* 正被另一个容器或主机中的进程 \d+ 使用（.*\n$/);
      expect(code).toBe(1);
      expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
      await first.kill();
      await writing;
    }
    // The last one was killed outside a container: its database keeps running, invisible to a container.
    const { code, stderr } = await launchServer(dataDir, { unshared: true }).ended;
    expect(stderr).toMatch(/^数据目录的数据库 .* 仍在应答，但从这里看不到它的进程.*\n$/);
    expect(code).toBe(1);

    const owner = await runServer(dataDir);
    const client = await signIn(owner.address);
    const acknowledged = ledger.acknowledged().size;
    await ledger.resolveDoubts(client, await client.composeOrder(2));
    expect(acknowledged).toBeGreaterThan(0);
    expect({ strange: ledger.strange, inDoubt: ledger.inDoubt() }).toEqual({ strange: [], inDoubt: [] });
    await expectOrdersStored(await privateDatabase(dataDir), ledger.acknowledged());
    expect((await owner.stop()).code).toBe(0);
    assertBelow(Math.max(...refusedMs), REFUSED_WITHIN_MS, 'ms until a start is refused');
    return (
      `${refusedMs.length} second servers next to a running one, in containers and outside, refused: ${spread(refusedMs)}; ` +
      `one next to the database of a killed server, refused; ${acknowledged} orders acknowledged meanwhile, 0 lost`
    );
  },
  { timeout: 600_000 },
);

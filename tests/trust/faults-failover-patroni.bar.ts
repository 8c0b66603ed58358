import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { clientOf, signIn } from '#tests/support/app/api-client.ts';
import { inParallel } from '#tests/support/app/in-parallel.ts';
import { liftQuota } from '#tests/support/app/lift-quota.ts';
import { startLoad, unexpectedAnswers, type Load } from '#tests/support/load/load.ts';
import { acknowledgedIn, expectOrdersStored } from '#tests/support/load/order-ledger.ts';
import {
  missingPrograms,
  adaptPatroniFiles,
  newMachine,
  startPatroni,
  type PatroniCluster,
} from '#tests/support/processes/patroni.ts';
import { createTemporaryDirectory, killLeftovers, runServer } from '#tests/support/processes/run-server.ts';
import { assertBelow, atScale, scale } from '#tests/support/load/scale.ts';
import { expectIdlePool } from '#tests/support/processes/server-figures.ts';
import { ruleOfThree } from '#tests/support/load/spread.ts';
import { bar, notRun } from './bar.ts';
import { withClient } from '#tests/support/app/with-client.ts';

const CUSTOMERS = 8;
const timeout = 3_600_000;
/** As docs/operations.md promises. */
const BACK_WITHIN_MS = 40_000;

test('the files of deploy/patroni contain every line that an installation replaces', async () => {
  const machines = [1, 2, 3].map((n) =>
    newMachine(`db${n}`, `/srv/db${n}`, {
      postgres: 4000 + n,
      patroni: 4010 + n,
      etcd: 4020 + n,
      etcdPeer: 4030 + n,
    }),
  );
  const files = await adaptPatroniFiles(machines[1]!, machines, 5001);
  expect(Object.values(files).join('\n').replaceAll(/^#.*$/gm, '')).not.toContain('10.0.0.');
  expect(files.patroni).toContain('synchronous_mode_strict: true');
  expect(files.etcdEnvironment).toContain('ETCD_LISTEN_PEER_URLS=http://127.0.0.1:4032\n');
  // Only through this interface does Patroni 3.0 compare the leader's key before it writes it.
  expect(files.patroniEnvironment).toContain('\nPATRONI_ETCD_HOSTS=');
  expect(files.etcdEnvironment).toContain('\nETCD_ENABLE_V2=true\n');
  expect(files.haproxy).toContain('server db3 127.0.0.1:4003 check port 4013\n');
  if (missingPrograms().includes('haproxy')) return;
  const directory = await createTemporaryDirectory('quotemill-haproxy-');
  try {
    await writeFile(directory.at('haproxy.cfg'), files.haproxy);
    execFileSync('/usr/sbin/haproxy', ['-c', '-q', '-f', directory.at('haproxy.cfg')]);
  } finally {
    await directory.remove();
  }
});

/** Faults of the leader's machine, each with the operator's recovery afterwards. */
const losses = {
  'machine lost': async (cluster: PatroniCluster, served: Served) => {
    const lost = await cluster.leader();
    await cluster.signal(lost, 'SIGKILL');
    const outage = await served();
    await cluster.start(lost);
    return outage;
  },
  'machine frozen for a minute': async (cluster: PatroniCluster, served: Served) => {
    const frozen = await cluster.leader();
    await cluster.signal(frozen, 'SIGSTOP');
    const frozenAt = performance.now();
    const outage = await served();
    await delay(Math.max(0, 60_000 - (performance.now() - frozenAt)));
    await cluster.signal(frozen, 'SIGCONT');
    return outage;
  },
  'Patroni killed, PostgreSQL left running': async (cluster: PatroniCluster, served: Served) => {
    const machine = await cluster.leader();
    machine.patroni?.kill('SIGKILL');
    const outage = await served();
    // It has no standby any more, so it acknowledges nothing.
    const stale = writeTo(cluster.urlOf(machine));
    stale.catch(() => undefined);
    const found = await Promise.race([stale, delay(3_000, 'waiting')]);
    if (found !== 'waiting') throw new Error(`the write to the old leader was ${found}`);
    await cluster.signal(machine, 'SIGKILL');
    await cluster.start(machine);
    return outage;
  },
  'synchronous standby lost': async (cluster: PatroniCluster, served: Served) => {
    const lost = await cluster.synchronousStandby();
    await cluster.signal(lost, 'SIGKILL');
    const outage = await served();
    await cluster.start(lost);
    return outage;
  },
  'PostgreSQL killed': async (cluster: PatroniCluster, served: Served) => {
    await cluster.killDatabase(await cluster.leader());
    return served();
  },
  'planned switchover': async (cluster: PatroniCluster, served: Served) => {
    const switching = cluster.switchOver();
    const outage = await served();
    await switching;
    return outage;
  },
} as const;
type Served = () => Promise<number>;

bar(
  98,
  'the files of deploy/patroni: machines are lost in six ways under load, and nothing acknowledged is lost',
  async (tell) => {
    if (scale === 'quick') return notRun('takes minutes: npm run chaos -- failover');
    const absent = missingPrograms();
    if (absent.length > 0) return notRun(`${absent.join(', ')} absent`);
    if (process.getuid?.() !== 0) return notRun('PostgreSQL needs the user postgres, root to become it');
    const directory = await createTemporaryDirectory('quotemill-patroni-');
    const cluster = await startPatroni();
    try {
      const server = await runServer(directory.path, { env: { DATABASE_URL: cluster.url } });
      const replica = await runServer(directory.at('second'), { env: { DATABASE_URL: cluster.url } });
      await withClient(cluster.url, liftQuota);
      const client = await signIn(server.address);
      const order = await client.composeOrder(3);
      const loads = [
        startLoad(client, order, CUSTOMERS / 2),
        startLoad(clientOf(replica.address, client.token), order, CUSTOMERS / 2),
      ];
      const sent = () => loads.flatMap((load) => load.sent);
      const outages = new Map<string, number[]>();
      for (let round = 0; round < atScale(1, 1, 5); round += 1) {
        for (const [name, lose] of Object.entries(losses)) {
          await cluster.settled();
          await delay(2_000);
          const since = performance.now();
          const outage = await lose(cluster, () => untilServed(loads, since));
          outages.set(name, [...(outages.get(name) ?? []), outage]);
          tell(describe(outages));
        }
      }
      await cluster.settled();
      for (const load of loads) await load.stop();
      expect(unexpectedAnswers(sent(), [200, 503])).toEqual([]);
      const acknowledged = acknowledgedIn(sent());
      const leader = cluster.urlOf(await cluster.leader());
      await expectOrdersStored(leader, acknowledged);
      const underWay = acknowledged.size;
      const keys = sent().flatMap(({ key }) => key ?? []);
      const unanswered = keys.filter((key) => !acknowledged.has(key));
      await inParallel(unanswered, CUSTOMERS, async (key) => {
        const answer = await client.placeOrder(order, key);
        expect(answer.status).toBe(200);
        acknowledged.set(key, Number(answer.body['data']));
      });
      const { byKey } = await expectOrdersStored(leader, acknowledged);
      expect(keys.filter((key) => !byKey.has(key))).toEqual([]);
      await expectIdlePool(server.address);
      const refused = sent().filter(({ answer }) => answer?.status === 503).length;
      const rounds = [...outages.values()].flat().length;
      tell(
        `Patroni 3.0, etcd 3.4, HAProxy 2.6, three PostgreSQL 15, two replicas under ${CUSTOMERS} customers: ${rounds} losses of ` +
          `a machine or a part of it, ${underWay} orders acknowledged, 0 lost (${ruleOfThree(rounds)}), ${unanswered.length} refused or in doubt ` +
          `and sent again, 0 twice, ${refused} answers 503, none other; without service ${describe(outages)}; the session of before valid`,
      );
      assertBelow(Math.max(...[...outages.values()].flat()), BACK_WITHIN_MS, 'ms without a leader');
    } finally {
      await killLeftovers();
      await cluster.close();
      await directory.remove();
    }
  },
  { timeout },
);

async function writeTo(connectionString: ConnectionString): Promise<string> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  await client.query("update sys_config set remark = 'stale' where config_key = 'quote.perHour'");
  return 'acknowledged';
}

/**
 * Waits until orders are placed again on both replicas after an interruption, and resolves with the longest time without a
 * placed order since then.
 */
async function untilServed(loads: readonly Load[], since: number): Promise<number> {
  const placedAt = ({ sent }: Load) =>
    sent
      .filter(
        ({ key, startedAt, answer }) => key !== undefined && startedAt >= since && answer?.status === 200,
      )
      .map(({ startedAt, answer }) => startedAt + (answer?.elapsedMs ?? 0));
  const gap = (load: Load) => {
    const moments = [since, ...placedAt(load).toSorted((a, b) => a - b)];
    return Math.max(...moments.slice(1).map((moment, n) => moment - (moments[n] ?? since)));
  };
  // An interruption takes seconds to appear; then waits for enough further orders to be sure that it is over.
  await expect
    .poll(
      () =>
        loads.every((load) => {
          const begun = load.sent.filter(
            ({ startedAt, answer }) => startedAt >= since && answer?.status === 503,
          );
          const last = Math.max(since, ...begun.map(({ startedAt }) => startedAt));
          return (
            performance.now() - since > 8_000 &&
            placedAt(load).filter((moment) => moment > last + 1_000).length > 20
          );
        }),
      { timeout: 120_000, interval: 100 },
    )
    .toBe(true);
  return Math.max(...loads.map(gap));
}

const describe = (outages: ReadonlyMap<string, readonly number[]>): string =>
  [...outages]
    .map(([name, ms]) => `${name}: ${ms.map((each) => (each / 1_000).toFixed(1)).join(', ')} s`)
    .join('; ');

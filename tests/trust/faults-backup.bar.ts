import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import { signIn, type ApiClient } from '#tests/support/app/api-client.ts';
import { form, formPart, formType, png, samples } from '#tests/support/data/files.ts';
import { startLoad, unexpectedAnswers } from '#tests/support/load/load.ts';
import { acknowledgedIn, expectOrdersStored } from '#tests/support/load/order-ledger.ts';
import { builtCli, killLeftovers, launchServer, runServer } from '#tests/support/processes/run-server.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { findStrays, noStrays } from '#tests/support/processes/stray-files.ts';
import { createEmptyDatabase } from '#tests/support/app/test-database.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import type { DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { ownDirectory } from '#tests/support/processes/own-directory.ts';
import { bar } from './bar.ts';
import { withClient } from '#tests/support/app/with-client.ts';

const directory = ownDirectory('quotemill-backup-');

bar(
  80,
  'a backup taken under load restores completely elsewhere',
  async () => {
    const backups = atScale(1, 5);
    const source = await createEmptyDatabase();
    const sourceDir = directory.at('source');
    const tookMs: number[] = [];
    let restored = 0;
    let files = 0;
    try {
      const server = await runServer(sourceDir, { env: { DATABASE_URL: source.url } });
      const client = await signIn(server.address);
      const load = startLoad(client, await client.composeOrder(3), 6);
      for (let n = 1; n <= backups; n += 1) {
        await send(
          server.address,
          client,
          '图纸.pdf',
          Buffer.concat([samples.pdf, Buffer.alloc(n * 100_000)]),
        );
        await send(server.address, client, '照片.png', png(300, 200 + n));
        await expect
          .poll(() => acknowledgedIn(load.sent).size, { interval: 10, timeout: 60_000 })
          .toBeGreaterThan(n * atScale(30, 300));
        const before = acknowledgedIn(load.sent);
        const archive = `${directory.path}/backup-${n}`;
        tookMs.push(await command(sourceDir, source.url, 'backup', archive));

        const target = await createEmptyDatabase();
        try {
          const targetDir = directory.at(`target-${n}`);
          await command(targetDir, target.url, 'restore', archive);
          const stored = await expectOrdersStored(target.url, before);
          restored = stored.ids.length;
          const hashes = await hashOrders(target.url);
          expect(hashes.size).toBe(restored);
          const original = await hashOrders(source.url);
          expect([...hashes].filter(([id, hash]) => original.get(id) !== hash)).toEqual([]);
          expect(await findStrays(target.url, `${targetDir}/files`)).toEqual(noStrays);
          const contents = await hashFiles(`${targetDir}/files`);
          files = contents.size;
          expect(files).toBeGreaterThanOrEqual(3 * n);
          const kept = await hashFiles(`${sourceDir}/files`);
          expect([...contents].filter(([name, hash]) => kept.get(name) !== hash)).toEqual([]);

          const elsewhere = await runServer(targetDir, { env: { DATABASE_URL: target.url } });
          const again = await signIn(elsewhere.address);
          const read = async (from: ApiClient) => {
            const { data } = (await from.call('GET', `/order/${stored.ids[0]}/withExt`)).body;
            // Its document may have been archived since.
            return { ...Object(data), document: undefined };
          };
          expect(await read(again)).toEqual(await read(client));
          expect((await again.placeOrder(await again.composeOrder(1), randomUUID())).status).toBe(200);
          expect((await elsewhere.stop()).code).toBe(0);
        } finally {
          await target.drop();
        }
      }
      await load.stop();
      expect(unexpectedAnswers(load.sent, [200])).toEqual([]);
      expect((await server.stop()).code).toBe(0);
      return (
        `${backups} backups under 6 customers, the last of ${restored} orders and ${files} files in ` +
        `${Math.round(tookMs.at(-1) ?? 0)} ms: restored elsewhere all orders and files have the same hashes, and nothing is missing`
      );
    } finally {
      await killLeftovers();
      await source.drop();
    }
  },
  { timeout: 3_600_000 },
);

/** Runs `npm run backup` or `npm run restore`; returns its duration in milliseconds. */
async function command(
  dataDir: DataDirectoryPath,
  url: ConnectionString,
  ...args: string[]
): Promise<number> {
  const running = launchServer(dataDir, { entry: builtCli, args, env: { DATABASE_URL: url } });
  const { code, stderr, elapsedMs } = await running.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return elapsedMs;
}

async function send(address: string, { token }: ApiClient, name: string, bytes: Buffer): Promise<void> {
  const answer = await fetch(`${address}${API_BASE}/public/uploadFile`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': formType },
    body: new Uint8Array(form(formPart('file', name, bytes))),
  });
  expect(answer.status).toBe(200);
}

/** One hash for each order with its parts and history. */
async function hashOrders(url: ConnectionString): Promise<Map<number, string>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: number; hash: string }>(`
      select o.id::int as id, md5(o::text
        || (select string_agg(i::text, '|' order by i::text) from order_item i where i.order_id = o.id)
        || (select string_agg(h::text, '|' order by h::text) from order_history h where h.order_id = o.id)) as hash
      from orders o`);
    return new Map(rows.map(({ id, hash }) => [id, hash]));
  });
}

async function hashFiles(path: string): Promise<Map<string, string>> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const found = new Map<string, string>();
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile())) {
    const bytes = await readFile(`${parentPath}/${name}`);
    found.set(name, createHash('sha256').update(bytes).digest('hex'));
  }
  return found;
}

import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { toDataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { sendSignal } from '#server/system/process-table.ts';
import { findCluster } from './cluster.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { openPrivatePlace, query, type PrivatePlace } from './private-postgres.test-data.ts';
import { findRunningPostgres } from './running-postgres.ts';

let place: PrivatePlace;
beforeAll(async () => {
  place = await openPrivatePlace();
});
afterEach(() => place.clear());
afterAll(() => place.remove());

describe('startPrivatePostgres', () => {
  it('listens on a loopback port when the path is too long for a socket', async () => {
    const path = toDataDirectoryPath(join(place.root, '很长的目录名'.repeat(8)));
    await mkdir(path);
    await chmod(path, 0o711);
    const { connectionString } = await place.start(path);
    expect(new URL(connectionString).port).toMatch(/^\d+$/);
    expect(new URL(connectionString).search).toBe('');
    expect(await query(connectionString, 'show listen_addresses')).toEqual([
      { listen_addresses: '127.0.0.1' },
    ]);
    expect(await findRunningPostgres(path)).toBe(connectionString);
  });

  it('restarts a killed postmaster at the same address with all committed data', async () => {
    const postgres = await place.start();
    const { connectionString } = postgres;
    let restarts = 0;
    postgres.onRestart(() => (restarts += 1));
    const pool = new Pool({ connectionString, max: 4 });
    pool.on('error', () => undefined);
    try {
      await pool.query('create table rounds (id int)');
      for (const round of [1, 2]) {
        await pool.query('insert into rounds values ($1)', [round]);
        const { pid } = (await readPostmasterFile(join(place.root, 'postgres')))!;
        sendSignal(pid, 'SIGKILL');
        await expect.poll(() => restarts).toBe(round);
        expect((await pool.query('select count(*)::int as n from rounds')).rows).toEqual([{ n: round }]);
        expect((await readPostmasterFile(join(place.root, 'postgres')))?.pid).not.toBe(pid);
      }
    } finally {
      await pool.end();
    }
  });

  it('uses a directory that its user can access when run as root, and remembers it', async () => {
    const path = toDataDirectoryPath(join(place.root, 'closed', 'data'));
    await mkdir(path, { recursive: true });
    await chmod(join(place.root, 'closed'), 0o700);
    const { connectionString } = await place.start(path);
    await query(connectionString, 'create table kept ()');
    const cluster = await findCluster(path);
    try {
      const moved = process.getuid?.() === 0;
      expect(cluster.startsWith('/var/lib/quotemill/')).toBe(moved);
      expect(place.warnings()).toHaveLength(moved ? 1 : 0);
      await chmod(join(place.root, 'closed'), 0o711);
      await place.stop();
      await place.start(path);
      expect(await query(connectionString, 'select from kept')).toEqual([]);
    } finally {
      await place.stop();
      await rm(join(cluster, '..'), { recursive: true, force: true });
    }
  });
});

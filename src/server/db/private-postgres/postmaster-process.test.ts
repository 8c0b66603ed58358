import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { stopClusterProcesses } from './cluster-processes.ts';
import { parseProcessInfo, type ProcessLookup } from './postmaster-process.ts';

const PID = 4321;
const startedAt = new Date('2026-11-27T15:24:39Z');
const later = (seconds: number) => new Date(startedAt.getTime() + seconds * 1_000);
const postmasterFile = (cluster: string) =>
  `${PID}\n${cluster}\n${startedAt.getTime() / 1_000}\n0\n\n127.0.0.1\n0 0\nready   \n`;

let cluster: string;
beforeAll(async () => void (cluster = await mkdtemp(join(tmpdir(), 'quotemill-cluster-'))));
beforeEach(() => writeFile(join(cluster, 'postmaster.pid'), postmasterFile(cluster)));
afterAll(() => rm(cluster, { recursive: true }));

/** Stops the cluster on a system without /proc, with a fake lookup of the process in its file. */
async function stop(lookUp: ProcessLookup) {
  const signal = vi.fn<(pid: number, name: NodeJS.Signals) => boolean>(() => true);
  const outcome = await stopClusterProcesses(cluster, { platform: 'darwin', lookUp, signal }).then(
    String,
    (error: Error) => error.message,
  );
  return { outcome, signals: signal.mock.calls };
}

describe('without /proc, the process in postmaster.pid', () => {
  test.each([
    ['another program', { command: 'Safari', startedAt }],
    ['another database, started later', { command: 'postgres', startedAt: later(3_600) }],
    ['ended', undefined],
  ])('is not signalled when it is %s', async (_name, facts) => {
    expect(await stop(() => Promise.resolve(facts))).toEqual({ outcome: 'false', signals: [] });
  });

  test.each([
    ['its program is unknown', 'unknown'],
    ['its start time is unknown', { command: 'postgres', startedAt: new Date(NaN) }],
  ] as const)('is not signalled, and the start is refused, when %s', async (_name, facts) => {
    const { outcome, signals } = await stop(() => Promise.resolve(facts));
    expect(outcome).toMatch(/^无法确认进程 4321（记录在 .*postmaster\.pid）是不是这个数据目录的数据库/);
    expect(signals).toEqual([]);
  });

  test('is stopped when it is the postmaster that wrote the file', async () => {
    const answers = [
      { command: 'postgres', startedAt },
      { command: 'postgres', startedAt },
    ];
    const { outcome, signals } = await stop(() => Promise.resolve(answers.shift()));
    expect({ outcome, signals }).toEqual({ outcome: 'true', signals: [[PID, 'SIGINT']] });
  });

  test('is looked up again before each signal', async () => {
    const answers = [
      { command: 'postgres', startedAt },
      { command: 'launchd', startedAt },
    ];
    const { signals } = await stop(() => Promise.resolve(answers.shift()));
    expect(signals).toEqual([[PID, 'SIGINT']]);
  });
});

test.each([
  ['Fri Nov 27 15:24:39 2026 postgres\n', 'postgres', startedAt],
  ['Tue Nov  3 05:04:09 2026     Google Chrome He\n', 'Google Chrome He', new Date('2026-11-03T05:04:09Z')],
  ['2026-11-27T15:24:39.0000000Z postgres.exe\r\n', 'postgres.exe', startedAt],
])('%j is parsed', (line, command, start) => {
  expect(parseProcessInfo(line)).toEqual({ command, startedAt: start });
});

test.each(['', ' ', 'Fre 27 Nov 15:24:39 2026 postgres', '2026-11-27T15:24:39.0000000Z ', ' .exe'])(
  '%j cannot be parsed',
  (line) => {
    expect(parseProcessInfo(line)).toBeUndefined();
  },
);

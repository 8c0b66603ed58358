import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openDataDirectory, toDataDirectoryPath, type DataDirectoryPath } from './data-directory.ts';

const holdScript = fileURLToPath(
  new URL('../../../tests/support/processes/hold-data-directory.ts', import.meta.url),
);

let root: string;
let path: DataDirectoryPath;
let children: ChildProcessWithoutNullStreams[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'quotemill data 目录 '));
  path = toDataDirectoryPath(join(root, '智造 报价', 'data'));
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

/** A process that is ready to open the directory; `open` resolves to its output. */
async function startContender() {
  const child = spawn(process.execPath, ['--import', 'tsx', holdScript, path]);
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  expect(await nextLine()).toBe('waiting');
  return {
    child,
    open: () => {
      child.stdin.write('go\n');
      return nextLine();
    },
  };
}

describe('several processes', () => {
  it('one of six that start at the same instant gets the directory; the others name that one', async () => {
    const contenders = await Promise.all(Array.from({ length: 6 }, startContender));
    const answers = await Promise.all(contenders.map((contender) => contender.open()));
    const winner = contenders[answers.indexOf('held')];
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
    for (const answer of answers.filter((text) => text !== 'held')) {
      expect(answer).toContain(`refused 数据目录 ${path} 正被进程 ${winner?.child.pid} 使用`);
    }
  });

  it('one of four takes over from a killed holder', async () => {
    const holder = await startContender();
    expect(await holder.open()).toBe('held');
    const contenders = await Promise.all(Array.from({ length: 4 }, startContender));
    holder.child.kill('SIGKILL');
    await once(holder.child, 'exit');
    const answers = await Promise.all(contenders.map((contender) => contender.open()));
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
  });

  it('takes over at once from a holder being killed', async () => {
    const holder = await startContender();
    expect(await holder.open()).toBe('held');
    holder.child.kill('SIGKILL');
    const opening = () =>
      openDataDirectory(path).then(
        () => 'opened',
        (error: unknown) => String(error),
      );
    await expect.poll(opening).toBe('opened');
  });
});

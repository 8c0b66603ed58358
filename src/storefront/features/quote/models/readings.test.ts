import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribe } from '#providers/notices.ts';
import type { ModelReading } from '#geometry/model-reading.ts';
import { storeFile, findStoredFile, findStoredReading } from './model-store.ts';
import { blocks } from './readings.test-data.ts';
import { readFile, addFile, useModelFacts, useModelFile } from './readings.ts';

vi.mock(import('./model-store.ts'));
const reading: ModelReading = { format: 'step', unit: 'mm', notes: [], bodies: [] };

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(storeFile).mockResolvedValue(true);
  vi.mocked(findStoredFile).mockResolvedValue(undefined);
  vi.mocked(findStoredReading).mockResolvedValue(undefined);
});
afterEach(() => vi.useRealTimers());

test('a file that the browser cannot store shows a notice, on its part too, and stays usable', async () => {
  vi.useRealTimers();
  vi.mocked(storeFile).mockResolvedValue(false);
  const heard: string[] = [];
  const stop = subscribe(({ message }) => heard.push(message));
  const id = addFile(new File(['a'], '底板.step'));
  const { result } = renderHook(() => useModelFile(id, false));
  await waitFor(() => expect(result.current?.isNotStored).toBe(true));
  expect(heard).toEqual(['浏览器没有空间保存模型“底板.step”：刷新或关闭页面后需要重新选择']);
  // Without workers the reading stops here.
  await expect(readFile(id)).resolves.toEqual({ type: 'failed', failure: 'kernel-missing' });
  stop();
});

test('a reading of another tab is used unchanged', async () => {
  vi.mocked(findStoredReading).mockResolvedValue(reading);
  await expect(readFile('read-elsewhere')).resolves.toEqual({ type: 'read', reading });
  expect(findStoredFile).not.toHaveBeenCalledWith('read-elsewhere');
});

test('the facts of a stored reading are available without its triangles', async () => {
  vi.useRealTimers();
  vi.mocked(findStoredReading).mockResolvedValue(blocks(1));
  const { result } = renderHook(() => ({
    facts: useModelFacts('kept', true),
    file: useModelFile('kept', false),
  }));
  await waitFor(() => expect(result.current.facts?.bodies).toHaveLength(1));
  expect(result.current.facts?.bodies[0]).not.toHaveProperty('mesh');
  expect(result.current.file).not.toHaveProperty('reading');
});

test('unused readings stay in memory up to 64 MB, and are fetched again beyond it', async () => {
  vi.useRealTimers();
  const large = (): ModelReading => {
    const [body] = blocks(1).bodies;
    const mesh = { ...body!.mesh, positions: new Float32Array(10 * 1024 ** 2) };
    return { ...blocks(1), bodies: [{ ...body!, mesh }] };
  };
  vi.mocked(findStoredReading).mockImplementation(async () => large());
  const shown = renderHook(() => useModelFile('large-1', true));
  for (const id of ['large-1', 'large-2', 'large-3']) await readFile(id);
  const held = () =>
    ['large-1', 'large-2', 'large-3'].map((id) => {
      const { result, unmount } = renderHook(() => ({
        facts: useModelFacts(id, false),
        reading: useModelFile(id, false)?.reading,
      }));
      unmount();
      return `${result.current.facts ? 'facts' : ''} ${result.current.reading ? 'reading' : ''}`.trim();
    });
  expect(held()).toEqual(['facts reading', 'facts', 'facts reading']);
  shown.unmount();
  expect(held()).toEqual(['facts', 'facts', 'facts reading']);
  await expect(readFile('large-2')).resolves.toMatchObject({ type: 'read' });
  expect(held()).toEqual(['facts', 'facts reading', 'facts']);
});

test('reading waits for a file that another tab is still storing', async () => {
  const outcome = readFile('stored-later');
  await vi.advanceTimersByTimeAsync(1_000);
  vi.mocked(findStoredFile).mockResolvedValue(new File(['a'], '底板.step'));
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(outcome).resolves.toEqual({ type: 'failed', failure: 'kernel-missing' });
});

test('a file found nowhere is reported as gone', async () => {
  const { result } = renderHook(() => useModelFile('gone', true));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(result.current).toMatchObject({ stage: 'ended', failure: 'file-gone' });
  await expect(readFile('gone')).resolves.toEqual({ type: 'failed', failure: 'file-gone' });
});

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openFingerprint } from '#geometry/fingerprint.ts';
import type { ModelReading } from '#geometry/model-reading.ts';
import { readInWorker } from '#geometry/worker/read-in-worker.ts';
import type { ReadingOutcome } from '#geometry/worker/worker-report.ts';
import { keepFile, keptFile, keptPicture, keptReading } from './model-store.ts';
import { partCard, renderQuote, summaryPanel } from '../render-quote.test-data.tsx';

// Whole pages and queries by role are slow in jsdom, especially on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

vi.mock(import('./model-store.ts'));
vi.mock(import('#geometry/worker/read-in-worker.ts'));

const measures = {
  volumeMm3: 6_000,
  areaMm2: 2_200,
  boxMm: [30, 20, 10],
  stockBoxMm: [30, 20, 10],
  isStockTilted: false,
  centreMm: [15, 10, 5],
} as const;

/** A block of 30 × 20 × 10 mm. */
const block: ModelReading = {
  format: 'stl',
  bodies: [
    {
      kind: 'mesh',
      count: 1,
      measures,
      fingerprint: openFingerprint('mesh', measures.areaMm2),
      mesh: {
        positions: new Float32Array(),
        normals: new Float32Array(),
        indices: new Uint32Array(),
        faces: [],
        edges: new Float32Array(),
      },
    },
  ],
};

/** Ends the readings that have begun, by the name of the file. */
let endings: Map<string, (outcome: ReadingOutcome) => void>;
beforeEach(() => {
  endings = new Map();
  vi.mocked(keepFile).mockResolvedValue(true);
  vi.mocked(keptFile).mockResolvedValue(undefined);
  vi.mocked(keptReading).mockResolvedValue(undefined);
  vi.mocked(keptPicture).mockResolvedValue('data:,');
  vi.mocked(readInWorker).mockImplementation(
    ({ name }) => new Promise((resolve) => void endings.set(name, resolve)),
  );
});

const choose = (files: File[]) =>
  fireEvent.change(screen.getAllByLabelText('选择模型或图纸')[0] as HTMLElement, { target: { files } });

async function end(name: string, outcome: ReadingOutcome = { type: 'read', reading: block }) {
  await waitFor(() => expect(endings.has(name)).toBe(true));
  await act(async () => endings.get(name)?.(outcome));
}

test('a part whose model is being read says so until it is read or cannot be', async () => {
  const { user } = await renderQuote();
  choose([new File(['a'], '底板.stl'), new File(['b'], '坏件.stl')]);
  const line = (name: RegExp) => within(summaryPanel()).findByRole('button', { name });
  await line(/^底板\s*读取中/);
  await line(/^坏件\s*读取中/);
  expect(summaryPanel().textContent).toContain('另有 2 个零件的模型正在读取，未计入合计');
  expect(within(partCard('底板')).getByText('模型读取完成后显示价格，也可以先填写尺寸')).toBeDefined();

  // The order waits for the models, and asks for nothing that they will tell.
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  expect(screen.getByText(/^底板 等 2 个零件的模型还在读取/)).toBeDefined();
  expect(partCard('底板').contains(document.activeElement)).toBe(true);
  expect(screen.queryByText('请输入长度')).toBeNull();

  await end('底板.stl');
  await line(/^底板\s*× 1/);
  expect(summaryPanel().textContent).toContain('另有 1 个零件的模型正在读取，未计入合计');
  await end('坏件.stl', { type: 'failed', failure: 'damaged' });
  await line(/^坏件\s*待完善/);
  expect(summaryPanel().textContent).toContain('另有 1 个零件待完善，未计入合计');
});

import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { DrawingError } from '#viewer/drawings/drawing.ts';
import { circle, dxfFile, line } from '#viewer/drawings/dxf-file.test-data.ts';
import { readDxf } from '#viewer/drawings/dxf/read-dxf.ts';
import { DrawingDialog } from './drawing-dialog.tsx';

/** Reads as the worker does; jsdom has none. */
class WorkerInPage extends EventTarget {
  static ended = 0;
  postMessage(file: Blob): void {
    const answer = (data: unknown) => this.dispatchEvent(new MessageEvent('message', { data }));
    void file.arrayBuffer().then((buffer) => {
      try {
        answer({ picture: readDxf(new Uint8Array(buffer)) });
      } catch (error) {
        answer({ failure: error instanceof DrawingError ? error.failure : 'damaged' });
      }
    });
  }
  terminate(): void {
    WorkerInPage.ended += 1;
  }
}

class PathOfTest {
  moveTo(): void {}
  lineTo(): void {}
  ellipse(): void {}
}

/** Transforms of the canvas, from which the scale of the picture is read. */
const transforms: number[][] = [];
const context = {
  setTransform: (...numbers: number[]) => transforms.push(numbers),
  setLineDash: () => undefined,
  stroke: () => undefined,
  getImageData: () => undefined,
};

beforeEach(() => {
  transforms.length = 0;
  WorkerInPage.ended = 0;
  vi.stubGlobal('Worker', WorkerInPage);
  vi.stubGlobal('Path2D', PathOfTest);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #report: () => void;
      constructor(report: () => void) {
        this.#report = report;
      }
      observe(): void {
        this.#report();
      }
      disconnect(): void {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    context as unknown as ReturnType<HTMLCanvasElement['getContext']>,
  );
  return () => vi.unstubAllGlobals();
});

const plate = dxfFile({ entities: [line(0, 0, 200, 100), circle(100, 50, 20)] });

function open(load: (signal: AbortSignal) => Promise<Blob>) {
  const onClose = vi.fn<() => void>();
  const view = render(<DrawingDialog name="底板.dxf" load={load} onClose={onClose} />);
  return { ...view, onClose, user: userEvent.setup() };
}

const stage = () => screen.findByRole('application', { name: '图纸 底板.dxf' });
const drawn = () =>
  waitFor(async () => {
    if ((await stage()).dataset['drawn'] === undefined) throw new Error('not drawn yet');
  });
const zoom = async () => Number((await stage()).dataset['zoom']);
const fitting = (500 * 0.94) / 100;

test('a drawing fits the window, and keys and buttons enlarge and move it', async () => {
  const { user } = open(() => Promise.resolve(new Blob([plate])));
  await drawn();
  expect(document.activeElement).toBe(await stage());
  expect(await zoom()).toBe(1);
  expect(transforms.at(-1)?.slice(0, 4)).toEqual([fitting, 0, 0, -fitting]);
  // It is centred in the window.
  expect(transforms.at(-1)?.slice(4)).toEqual([500, 250]);

  await user.keyboard('+');
  await waitFor(() => expect(transforms.at(-1)?.[0]).toBeCloseTo(fitting * 1.25));
  expect(await zoom()).toBe(1.25);
  await user.keyboard('--');
  expect(await zoom()).toBe(0.8);
  await user.keyboard('{ArrowRight}{ArrowDown}');
  await waitFor(() => expect(transforms.at(-1)?.[4]).toBeCloseTo(440));
  expect(transforms.at(-1)?.[5]).toBeCloseTo(190);
  await user.keyboard('0');
  await waitFor(() => expect(transforms.at(-1)?.slice(4)).toEqual([500, 250]));
  await user.click(screen.getByRole('button', { name: '放大' }));
  expect(await zoom()).toBe(1.25);
  await user.click(screen.getByRole('button', { name: '缩小' }));
  await user.click(screen.getByRole('button', { name: '适应' }));
  expect(await zoom()).toBe(1);
  // A single page has no button for the next page.
  expect(screen.queryByRole('button', { name: '下一页' })).toBeNull();
});

test('a file that cannot be read shows an error, and can be tried again', async () => {
  const load = vi
    .fn<(signal: AbortSignal) => Promise<Blob>>()
    .mockRejectedValueOnce(new Error('网络连接失败，请检查网络后重试'))
    .mockResolvedValueOnce(new Blob(['AutoCAD Binary DXF\r\n']))
    .mockResolvedValueOnce(new Blob([plate]));
  const { user } = open(load);
  expect((await screen.findByRole('alert')).textContent).toContain('网络连接失败');
  await user.click(screen.getByRole('button', { name: '重试' }));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('二进制 DXF 无法在此查看，请下载后打开'),
  );
  await user.click(screen.getByRole('button', { name: '重试' }));
  await drawn();
  expect(WorkerInPage.ended).toBe(2);
});

test('closing aborts the download', async () => {
  let signal: AbortSignal | undefined;
  const { unmount } = open((given) => {
    signal = given;
    return new Promise(() => undefined);
  });
  expect(await screen.findByText('正在打开图纸…')).toBeDefined();
  unmount();
  expect(signal?.aborted).toBe(true);
});

/** Position of a sheet on the stage: pixels per unit of the sheet, and the pixel of its top left corner. */
export interface SheetView {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** A page of a drawing in its own units, y downwards. */
export interface Sheet extends Size {
  /** Largest zoom relative to the scale that fits the stage. */
  maxZoom: number;
  /** Whether the sheet is paper; then its edge is shown. */
  isPaper: boolean;
  /**
   * Draws the visible part into a canvas of the right size, without blocking the page; the view is in canvas pixels.
   * @throws DrawingError; the reason of `signal` when that aborts
   */
  draw: (
    canvas: HTMLCanvasElement,
    view: SheetView,
    pixelRatio: number,
    signal: AbortSignal,
  ) => Promise<void>;
}

/** An opened file. */
export interface Drawing {
  /** Number of pages that can be shown; the first is page 1. */
  pages: number;
  /** A sentence about omitted content. */
  note?: string;
  /** @throws DrawingError */
  openPage: (page: number) => Promise<Sheet>;
  /** Terminates its worker. */
  close: () => void;
}

export type DrawingFailure = keyof typeof sentences;

const sentences = {
  'too-large': '图纸太大，请下载查看',
  'too-complex': '图纸太复杂，在浏览器里打不开，请下载查看',
  locked: '有密码的 PDF 无法在此查看，请下载后打开',
  damaged: '图纸已损坏或格式不对，无法在此查看，请下载后打开',
  binary: '二进制 DXF 无法在此查看，请下载后打开',
  empty: '图纸里没有可以显示的内容，请下载后打开',
  unavailable: '查看程序加载失败，请检查网络后重试',
} as const;

/** Starts a worker. @throws DrawingError where workers are unsupported or forbidden */
export function startWorker(create: () => Worker): Worker {
  try {
    return create();
  } catch (cause) {
    throw new DrawingError('unavailable', { cause });
  }
}

/** Rejects after the time limit, if the worker cannot be loaded, and when `signal` aborts. */
export function withTimeLimit<T>(
  work: Promise<T>,
  { timeoutMs, signal, worker }: { timeoutMs: number; signal: AbortSignal; worker?: Worker },
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => reject(new DrawingError('too-complex')), timeoutMs);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    // The worker script failed to load, or ran out of memory.
    worker?.addEventListener('error', () => reject(new DrawingError('unavailable')), { once: true });
    work.then(resolve, reject);
  }).finally(() => clearTimeout(timer));
}

/** A drawing cannot be shown; the message is a sentence for the user. */
export class DrawingError extends Error {
  readonly failure: DrawingFailure;
  constructor(failure: DrawingFailure, options?: ErrorOptions) {
    super(sentences[failure], options);
    this.failure = failure;
  }
}

export const MAX_PDF_BYTES = 50 * 1024 ** 2;
export const MAX_DXF_BYTES = 20 * 1024 ** 2;
export const MAX_PAGES = 200;
/** Limit for one canvas: 64 MB. */
export const MAX_PIXELS = 16_000_000;

import SignaturePad from 'signature_pad';
import { useCallback, useEffect, useRef, useState } from 'react';
import { drawingUri } from '#providers/seal-picture.ts';
import { Button } from '#storefront/ui/button.tsx';
import { RadioGroup } from './radio-group.tsx';
import page from '#storefront/ui/page.module.css';
import styles from './seal-page.module.css';

const widths = { thin: '细', medium: '中', thick: '粗' } as const;
const widthRange = { thin: [0.8, 2.2], medium: [1.4, 3.6], thick: [2.4, 6] } as const;
const colours = { black: '黑色', blue: '蓝色', red: '红色' } as const;
const colourCodes = { black: '#111827', blue: '#1e3a8a', red: '#c81e1e' } as const;

/** Minimum device pixel ratio, so that a signature from a low-density screen prints sharply. */
const MIN_PIXEL_RATIO = 2;

/** A signature drawn by mouse, pen or finger. Reports '' if empty. */
export function SealPad({ onChange }: { onChange: (image: string) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);
  const [width, setWidth] = useState<keyof typeof widths>('medium');
  const [colour, setColour] = useState<keyof typeof colours>('black');
  const [strokes, setStrokes] = useState(0);

  const report = useCallback(() => {
    setStrokes(pad.current?.toData().length ?? 0);
    onChange(canvas.current ? drawingUri(canvas.current) : '');
  }, [onChange]);
  const latestReport = useRef(report);
  useEffect(() => {
    latestReport.current = report;
  }, [report]);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const newPad = new SignaturePad(element, { canvasContextOptions: { willReadFrequently: true } });
    pad.current = newPad;
    newPad.addEventListener('endStroke', () => latestReport.current());
    let lastWidth = 0;
    const observer = new ResizeObserver(() => {
      if (lastWidth === element.offsetWidth) return;
      fit(element, newPad, lastWidth === 0 ? 1 : element.offsetWidth / lastWidth);
      lastWidth = element.offsetWidth;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      newPad.off();
    };
  }, []);

  useEffect(() => {
    const { current } = pad;
    if (!current) return;
    [current.minWidth, current.maxWidth] = widthRange[width];
    current.penColor = colourCodes[colour];
  }, [width, colour]);

  const undo = () => {
    pad.current?.fromData(pad.current.toData().slice(0, -1));
    report();
  };
  const clear = () => {
    pad.current?.clear();
    report();
  };
  return (
    <div className={styles.making}>
      <div className={styles.row}>
        <RadioGroup label="笔的粗细" options={widths} value={width} onChange={setWidth} />
        <RadioGroup label="颜色" options={colours} value={colour} onChange={setColour} />
      </div>
      <canvas ref={canvas} className={styles.pad} role="img" aria-label="手写区：用鼠标、手写笔或手指签名" />
      <div className={styles.row}>
        <Button size="small" disabled={strokes === 0} onClick={undo}>
          撤销一笔
        </Button>
        <Button size="small" disabled={strokes === 0} onClick={clear}>
          清空
        </Button>
        <span className={page.meta}>不便手写时，可以改用“上传图片”</span>
      </div>
    </div>
  );
}

/** Resizes the canvas to its size on screen, and redraws the signature scaled. */
function fit(element: HTMLCanvasElement, pad: SignaturePad, scale: number): void {
  const ratio = Math.max(MIN_PIXEL_RATIO, globalThis.devicePixelRatio);
  const strokes = pad.toData().map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }));
  element.width = element.offsetWidth * ratio;
  element.height = element.offsetHeight * ratio;
  element.getContext('2d')?.scale(ratio, ratio);
  pad.clear();
  pad.fromData(strokes);
}

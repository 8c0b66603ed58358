import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Sheet, SheetView, Size } from './drawing.ts';
import { fitSheet, panSheet, zoomSheet } from './sheet-view.ts';
import { useGestures } from '../use-gestures.ts';
import { useSheetPicture } from './use-sheet-picture.ts';
import styles from './drawing-viewer.module.css';

interface SheetStageProps {
  /** Undefined while the page is being read. */
  sheet: Sheet | undefined;
  label: string;
  /** Turns to the previous or next page, -1 or 1; undefined for a single page. */
  onTurn: ((step: number) => void) | undefined;
  /** Rotates the sheet by 90° clockwise and fits it. */
  onRotate: () => void;
  children: ReactNode;
}

const ZOOM_STEP = 1.25;
const PAN_PX = 60;

/** A sheet that the user can zoom and pan, with its buttons. */
export function SheetStage({ sheet, label, onTurn, onRotate, children }: SheetStageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const size = useSize(stage);
  const { view, change, fit } = useSheetView(sheet, size);
  const { message, isDrawn } = useSheetPicture(picture, sheet, view, size);
  const zoom = (factor: number, at = { x: size.width / 2, y: size.height / 2 }) =>
    change((current, currentSheet) => zoomSheet(current, factor, at, currentSheet, size));
  const pan = (x: number, y: number) =>
    change((current, currentSheet) => panSheet(current, x, y, currentSheet, size));
  useGestures(stage, { onDrag: ({ x, y }) => pan(x, y), onZoom: zoom });
  useEffect(() => {
    stage.current?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = {
      '+': () => zoom(ZOOM_STEP),
      '=': () => zoom(ZOOM_STEP),
      '-': () => zoom(1 / ZOOM_STEP),
      '0': fit,
      r: onRotate,
      R: onRotate,
      ArrowLeft: () => pan(PAN_PX, 0),
      ArrowRight: () => pan(-PAN_PX, 0),
      ArrowUp: () => pan(0, PAN_PX),
      ArrowDown: () => pan(0, -PAN_PX),
      PageUp: () => onTurn?.(-1),
      PageDown: () => onTurn?.(1),
    }[event.key];
    if (!action) return;
    action();
    event.preventDefault();
  };

  return (
    <div className={styles.viewer}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the picture has keyboard controls */}
      <div
        ref={stage}
        className={styles.stage}
        role="application"
        aria-label={label}
        aria-describedby={helpId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        data-drawn={isDrawn || undefined}
        data-zoom={view && sheet ? (view.scale / fitSheet(sheet, size).scale).toFixed(2) : undefined}
        onKeyDown={onKeyDown}
      >
        {sheet && view && (
          <div
            className={styles.sheet}
            data-paper={sheet.isPaper}
            style={{
              transform: `translate(${view.x}px, ${view.y}px)`,
              width: sheet.width * view.scale,
              height: sheet.height * view.scale,
            }}
          />
        )}
        <div ref={picture} className={styles.picture} />
        {!isDrawn && message === undefined && (
          <p role="status" className={styles.status}>
            正在绘制…
          </p>
        )}
        {message !== undefined && (
          <p role="alert" className={styles.status}>
            {message}
          </p>
        )}
      </div>
      <div className={styles.tools}>
        <div role="group" aria-label="缩放与旋转" className={styles.group}>
          <button type="button" title="缩小（-）" aria-label="缩小" onClick={() => zoom(1 / ZOOM_STEP)}>
            −
          </button>
          <button type="button" title="放大（+）" aria-label="放大" onClick={() => zoom(ZOOM_STEP)}>
            ＋
          </button>
          <button type="button" title="适应窗口（0）" onClick={fit}>
            适应
          </button>
          <button type="button" title="顺时针旋转 90°（R）" onClick={onRotate}>
            旋转
          </button>
        </div>
        {children}
      </div>
      <p id={helpId} hidden>
        方向键移动，加减号缩放，0 适应窗口，R 旋转{onTurn && '，PageUp 和 PageDown 翻页'}
      </p>
    </div>
  );
}

function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const measured = element.current;
    if (!measured) return undefined;
    const measure = () => setSize({ width: measured.clientWidth, height: measured.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** The view of a sheet, fitted until the user moves it. Undefined until the sizes are known. */
function useSheetView(sheet: Sheet | undefined, size: Size) {
  const [userView, setUserView] = useState<{ sheet: Sheet; view: SheetView }>();
  const isKnown = sheet !== undefined && size.width > 0 && size.height > 0;
  const movedView = userView && userView.sheet === sheet ? userView.view : undefined;
  const fittedView = useMemo(() => (isKnown ? fitSheet(sheet, size) : undefined), [isKnown, sheet, size]);
  return {
    view: movedView ?? fittedView,
    fit: () => setUserView(undefined),
    change: (next: (view: SheetView, sheet: Sheet) => SheetView) => {
      if (!isKnown) return;
      setUserView((current) => {
        const from = current && current.sheet === sheet ? current.view : fitSheet(sheet, size);
        return { sheet, view: next(from, sheet) };
      });
    },
  };
}

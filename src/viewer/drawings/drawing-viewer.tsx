import { useMemo, useState, type ReactNode } from 'react';
import type { Drawing } from './drawing.ts';
import { SheetStage } from './sheet-stage.tsx';
import { nextQuarter, rotateSheet, type Quarters } from './rotate-sheet.ts';
import { useDrawing, useSheet } from './use-drawing.ts';
import styles from './drawing-viewer.module.css';

interface DrawingViewerProps {
  /** Must be the same function in every render. If it throws, the error's message is shown. */
  load: (signal: AbortSignal) => Promise<Blob>;
  name: string;
}

/** Shows a PDF or DXF drawing with pages, zoom, pan and quarter turns, or a sentence that says why it cannot. */
export function DrawingViewer({ load, name }: DrawingViewerProps) {
  const { result, retry } = useDrawing(load);
  if (result.state === 'open') return <DrawingPages drawing={result.drawing} name={name} />;
  if (result.state === 'opening') return <Message role="status">正在打开图纸…</Message>;
  return (
    <Message role="alert">
      {result.message}
      <button type="button" onClick={retry}>
        重试
      </button>
    </Message>
  );
}

function Message({ role, children }: { role: 'status' | 'alert'; children: ReactNode }) {
  return (
    <div className={styles.viewer}>
      <p role={role} className={styles.message}>
        {children}
      </p>
    </div>
  );
}

function DrawingPages({ drawing, name }: { drawing: Drawing; name: string }) {
  const { pages, note } = drawing;
  const [page, setPage] = useState(1);
  // Applies to all pages until the drawing is closed.
  const [quarters, setQuarters] = useState<Quarters>(0);
  const { sheet: upright, message } = useSheet(drawing, page);
  const sheet = useMemo(() => upright && rotateSheet(upright, quarters), [upright, quarters]);
  const turnPage = (step: number) => setPage((current) => Math.min(pages, Math.max(1, current + step)));
  const pageText = `第 ${page} / ${pages} 页`;
  return (
    <SheetStage
      sheet={sheet}
      label={pages > 1 ? `图纸 ${name}，${pageText}` : `图纸 ${name}`}
      onTurn={pages > 1 ? turnPage : undefined}
      onRotate={() => setQuarters(nextQuarter)}
    >
      {pages > 1 && (
        <div role="group" aria-label="页" className={styles.group}>
          <button type="button" disabled={page === 1} onClick={() => turnPage(-1)}>
            上一页
          </button>
          <span role="status">{pageText}</span>
          <button type="button" disabled={page === pages} onClick={() => turnPage(1)}>
            下一页
          </button>
        </div>
      )}
      {message !== undefined && (
        <p role="alert" className={styles.note}>
          {message}
        </p>
      )}
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </SheetStage>
  );
}

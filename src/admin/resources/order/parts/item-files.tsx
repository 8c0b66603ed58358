import { Button, Spin } from 'antd';
import { lazy, Suspense, useCallback, useState } from 'react';
import { files as fileEndpoints, type OrderFile } from '#contract/files/files.ts';
import { download } from '#providers/http/download.ts';
import { fileSizeText, isViewable, loadAttachedFile, loadThumbnail } from '#providers/files.ts';
import { useStoredFile } from '../../../calls/use-stored-file.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { useBusy } from '../../../components/use-busy.ts';
import styles from '../order.module.css';

const DrawingViewer = lazy(async () => ({
  default: (await import('#viewer/drawings/drawing-viewer.tsx')).DrawingViewer,
}));

type AttachedFile = Omit<OrderFile, 'lineNo'>;

/** Files of a part or message; drawings (PDF, DXF) open in a viewer. */
export function ItemFiles({ files }: { files: readonly AttachedFile[] }) {
  const [viewed, setViewed] = useState<AttachedFile>();
  if (files.length === 0) return null;
  return (
    <>
      <ul className={styles.files} aria-label="图纸附件">
        {files.map((file) => (
          <li key={file.id}>
            {file.hasThumbnail ? <Thumbnail id={file.id} /> : null}
            <span className={styles.fileName}>{file.name}</span>
            <small className={styles.muted}>{fileSizeText(file.size)}</small>
            {isViewable(file.name) ? (
              <Button size="small" aria-label={`查看 ${file.name}`} onClick={() => setViewed(file)}>
                查看
              </Button>
            ) : null}
            <DownloadButton file={file} />
          </li>
        ))}
      </ul>
      {viewed ? <DrawingDialog file={viewed} onClose={() => setViewed(undefined)} /> : null}
    </>
  );
}

function DrawingDialog({ file: { id, name }, onClose }: { file: AttachedFile; onClose: () => void }) {
  const load = useCallback((signal: AbortSignal) => loadAttachedFile(id, signal), [id]);
  return (
    <Dialog title={name} footer={null} width="min(1400px, calc(100vw - 32px))" centered onCancel={onClose}>
      <div className={styles.drawingStage}>
        <Suspense fallback={<Spin />}>
          <DrawingViewer load={load} name={name} />
        </Suspense>
      </div>
    </Dialog>
  );
}

function Thumbnail({ id }: { id: number }) {
  const { data } = useStoredFile(['file', id, 'thumbnail'], (signal) => loadThumbnail(id, signal));
  return <span className={styles.thumbnail}>{data === undefined ? null : <img src={data} alt="" />}</span>;
}

function DownloadButton({ file: { id, name } }: { file: AttachedFile }) {
  const { busy, whileBusy } = useBusy<'save'>();
  const save = () => whileBusy('save', () => download(fileEndpoints.download, { params: { id } }));
  return (
    <Button size="small" loading={busy !== undefined} aria-label={`下载 ${name}`} onClick={() => void save()}>
      下载
    </Button>
  );
}

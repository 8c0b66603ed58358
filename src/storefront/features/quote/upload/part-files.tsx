import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { FILE_EXTENSIONS } from '#contract/files/files.ts';
import { fileSizeText, isViewable } from '#providers/files.ts';
import { Button } from '#storefront/ui/button.tsx';
import { DrawingDialog } from '#storefront/ui/layer/drawing-dialog.tsx';
import { FileIcon } from '#storefront/ui/file-icon.tsx';
import { FileInput } from '#storefront/ui/form/file-input.tsx';
import { IconButton } from '#storefront/ui/icon-button.tsx';
import hidden from '#storefront/ui/visually-hidden.module.css';
import type { AttachedFile } from '../draft/draft.ts';
import { fieldId } from '../draft/field-focus.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import {
  ACCEPTED_TEXT,
  addUploads,
  cancelUpload,
  loadAttached,
  retryUpload,
  useQueuedUploads,
  type QueuedUpload,
} from './upload-queue.ts';
import { MoveFile } from './move-file.tsx';
import styles from './part-files.module.css';

interface PartFilesProps {
  partKey: string;
  files: readonly AttachedFile[];
  dispatch: Dispatch;
}

interface OpenDrawing {
  name: string;
  load: (signal: AbortSignal) => Promise<Blob>;
}

/** The attached files of a part: those uploaded, those still in the queue, and a drop area. */
export function PartFiles({ partKey, files, dispatch }: PartFilesProps) {
  const uploads = useQueuedUploads(partKey, dispatch);
  const [openDrawing, setOpenDrawing] = useState<OpenDrawing>();
  const add = (chosen: readonly File[]) => void addUploads(partKey, chosen, files, dispatch);
  const detach = (id: number) =>
    dispatch({
      type: 'filesChanged',
      key: partKey,
      change: (part) => ({ files: part.files.filter((file) => file.id !== id) }),
    });
  const firstFailed = uploads.find(({ status, canRetry }) => status === 'failed' && canRetry);
  const isEmpty = files.length + uploads.length === 0;
  return (
    <>
      {!isEmpty && (
        <ul className={styles.list} aria-label="附件列表">
          {files.map((file) => (
            <li key={file.id} className={styles.file}>
              <FileIcon file={file} />
              <FileName name={file.name} detail={fileSizeText(file.size)} />
              <ViewButton
                name={file.name}
                onView={() =>
                  setOpenDrawing({ name: file.name, load: (signal) => loadAttached(file.id, signal) })
                }
              />
              <MoveFile file={file} partKey={partKey} dispatch={dispatch} />
              <IconButton
                icon="remove"
                hint="移除"
                label={`移除 ${file.name}`}
                onClick={() => detach(file.id)}
              />
            </li>
          ))}
          {uploads.map((upload) => (
            <Upload
              key={upload.id}
              upload={upload}
              retryId={upload === firstFailed ? fieldId(partKey, 'unsent') : undefined}
              onView={() =>
                setOpenDrawing({ name: upload.file.name, load: () => Promise.resolve(upload.file) })
              }
            />
          ))}
        </ul>
      )}
      <DropZone id={fieldId(partKey, 'fileIds')} takesFocus={isEmpty} onChoose={add} />
      <p role="status" className={hidden.visuallyHidden}>
        {uploads.length === 0 && files.length > 0 && `${files.length} 个附件已上传`}
      </p>
      {openDrawing && <DrawingDialog {...openDrawing} onClose={() => setOpenDrawing(undefined)} />}
    </>
  );
}

function ViewButton({ name, onView }: { name: string; onView: () => void }) {
  if (!isViewable(name)) return null;
  return (
    <Button size="small" aria-label={`查看 ${name}`} onClick={onView}>
      查看
    </Button>
  );
}

interface FileNameProps {
  name: string;
  detail: string;
  /** Set if the upload failed: the detail is then announced, and describes the retry button. */
  failureId?: string;
}

function FileName({ name, detail, failureId }: FileNameProps) {
  return (
    <span className={styles.name}>
      <span title={name}>{name}</span>
      {failureId === undefined ? (
        <small>{detail}</small>
      ) : (
        <small id={failureId} role="alert">
          {detail}
        </small>
      )}
    </span>
  );
}

interface UploadProps {
  upload: QueuedUpload;
  /** Id of the retry button; it takes the focus when an order cannot be sent without the file. */
  retryId: string | undefined;
  onView: () => void;
}

function Upload({ upload, retryId, onView }: UploadProps) {
  const { id, file, status, progress, reason, canRetry } = upload;
  const failureId = useId();
  const percent = Math.round(progress * 100);
  const detail = { waiting: '等待上传', sending: `正在上传 ${percent}%`, failed: reason }[status];
  return (
    <li className={styles.file} data-failed={status === 'failed'}>
      <FileIcon file={file} />
      <FileName name={file.name} detail={detail} failureId={status === 'failed' ? failureId : undefined} />
      <ViewButton name={file.name} onView={onView} />
      {canRetry && status === 'failed' && (
        <Button
          size="small"
          id={retryId}
          aria-label={`重试 ${file.name}`}
          aria-describedby={failureId}
          onClick={() => retryUpload(id)}
        >
          重试
        </Button>
      )}
      <IconButton icon="remove" hint="移除" label={`移除 ${file.name}`} onClick={() => cancelUpload(id)} />
      {status !== 'failed' && (
        <progress
          className={styles.progress}
          max={100}
          value={percent}
          aria-label={`${file.name} 上传进度`}
        />
      )}
    </li>
  );
}

interface DropZoneProps {
  id: string;
  /** Whether the button takes the focus on mount; later changes have no effect. */
  takesFocus: boolean;
  onChoose: (files: readonly File[]) => void;
}

function DropZone({ id, takesFocus, onChoose }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isDragOver, setOver] = useState(false);
  const [shouldFocus] = useState(takesFocus);
  useEffect(() => {
    if (shouldFocus) document.getElementById(id)?.focus();
  }, [shouldFocus, id]);

  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onChoose([...event.dataTransfer.files]);
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- for mouse users; the button does the same
    <div
      className={styles.zone}
      data-over={isDragOver}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Button size="small" id={id} onClick={() => input.current?.click()}>
        选择文件
      </Button>
      <span className={styles.drop}>或拖放到此处</span>
      <small>{ACCEPTED_TEXT}</small>
      <FileInput ref={input} multiple accept={FILE_EXTENSIONS} aria-label="选择附件" onPick={onChoose} />
    </div>
  );
}

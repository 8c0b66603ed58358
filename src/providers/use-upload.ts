import { useEffect, useRef, useState } from 'react';
import { FILE_KINDS, MAX_FILE_BYTES, type UploadedFile } from '#contract/files/files.ts';
import { uploadFile } from './files.ts';
import { notify } from './notices.ts';
import { messageOf } from './http/result.ts';

/** A file whose upload got no response: it can be retried. */
export interface FailedUpload {
  file: File;
  /** For display. */
  reason: string;
}

/** Attachments of a message being written. */
export interface AttachmentsProps {
  files: readonly UploadedFile[];
  failed: readonly FailedUpload[];
  isUploading: boolean;
  onRemove: (file: UploadedFile) => void;
  onRetry: (file: File) => Promise<void>;
  onForget: (file: File) => void;
}

interface UploadEvents {
  /** The upload counts as running until this resolves. */
  onUploaded: (file: UploadedFile) => unknown;
  /** Called on network errors. */
  onFailed: (reason: string) => void;
}

/**
 * Uploads one file at a time; rejections are shown to the user. `percent` is undefined while idle. Unmounting aborts the upload.
 */
export function useSingleUpload() {
  const [percent, setPercent] = useState<number>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  async function upload(file: File, { onUploaded, onFailed }: UploadEvents): Promise<void> {
    if (file.size === 0 || file.size > MAX_FILE_BYTES) {
      return notify({ type: 'warning', message: `请选择不超过 50 MB 的文件：${FILE_KINDS}` });
    }
    const controller = new AbortController();
    abort.current = controller;
    setPercent(0);
    try {
      const uploaded = await uploadFile(file, {
        signal: controller.signal,
        onProgress: (fraction) => setPercent(Math.round(fraction * 100)),
      });
      if (uploaded.ok) await onUploaded(uploaded.data);
      else if (uploaded.code !== 401) notify({ type: 'error', message: uploaded.msg });
    } catch (error) {
      if (!controller.signal.aborted) onFailed(messageOf(error));
    } finally {
      setPercent(undefined);
    }
  }
  return { percent, upload };
}

/** Like `useSingleUpload`, but keeps files without a response in `failed` until they are retried or removed. */
export function useUpload(onUploaded: (file: UploadedFile) => void) {
  const { percent, upload } = useSingleUpload();
  const [failed, setFailed] = useState<readonly FailedUpload[]>([]);
  const forget = (file: File) => setFailed((list) => list.filter((failure) => failure.file !== file));
  return {
    percent,
    failed,
    forget,
    upload: (file: File): Promise<void> => {
      forget(file);
      return upload(file, {
        onUploaded,
        onFailed: (reason) => setFailed((current) => [...current, { file, reason }]),
      });
    },
  };
}

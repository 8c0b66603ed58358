import { useEffect, useRef, useState } from 'react';
import { FILE_KINDS, MAX_FILE_BYTES, type UploadedFile } from '#contract/files/files.ts';
import { uploadFile } from './files.ts';
import { notify } from './notices.ts';
import { messageOf } from './http/result.ts';

/** A file that got no answer: it can be uploaded again. */
export interface FailedUpload {
  file: File;
  /** In Chinese. */
  reason: string;
}

/** The list of what will be sent with a message. */
export interface AttachmentsProps {
  files: readonly UploadedFile[];
  failed: readonly FailedUpload[];
  isUploading: boolean;
  onRemove: (file: UploadedFile) => void;
  onRetry: (file: File) => Promise<void>;
  onForget: (file: File) => void;
}

interface UploadEvents {
  /** The upload is under way until this has ended. */
  onUploaded: (file: UploadedFile) => unknown;
  /** No answer came. */
  onFailed: (reason: string) => void;
}

/**
 * Uploads one file at a time and shows a refusal to the user; `percent` is undefined unless one is under way. An upload ends with its
 * component.
 */
export function useUploading() {
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
        onProgress: (share) => setPercent(Math.round(share * 100)),
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

/** As `useUploading`; files without an answer stay in `failed` until they are uploaded again or removed. */
export function useUpload(onUploaded: (file: UploadedFile) => void) {
  const { percent, upload } = useUploading();
  const [failed, setFailed] = useState<readonly FailedUpload[]>([]);
  const forget = (file: File) => setFailed((held) => held.filter((one) => one.file !== file));
  return {
    percent,
    failed,
    forget,
    upload: (file: File): Promise<void> => {
      forget(file);
      return upload(file, {
        onUploaded,
        onFailed: (reason) => setFailed((held) => [...held, { file, reason }]),
      });
    },
  };
}

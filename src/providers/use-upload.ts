import { useEffect, useRef, useState } from 'react';
import { FILE_KINDS, MAX_FILE_BYTES, type UploadedFile } from '#contract/files.ts';
import { uploadFile } from './files.ts';
import { notify } from './notices.ts';
import { messageOf } from './result.ts';

/**
 * Uploads one file at a time and shows a failure to the user; `percent` is undefined unless one is under way. An upload ends
 * with its component.
 */
export function useUpload(onUploaded: (file: UploadedFile) => void) {
  const [percent, setPercent] = useState<number>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  async function upload(file: File): Promise<void> {
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
      if (uploaded.ok) onUploaded(uploaded.data);
      else if (uploaded.code !== 401) notify({ type: 'error', message: uploaded.msg });
    } catch (error) {
      if (!controller.signal.aborted) notify({ type: 'error', message: messageOf(error) });
    } finally {
      setPercent(undefined);
    }
  }
  return { percent, upload };
}

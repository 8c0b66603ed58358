import { files, type UploadedFile } from '#contract/files.ts';
import { readRefusal } from './file-answer.ts';
import { handleAnswer, send } from './http.ts';
import { CallError, type Result } from './result.ts';
import { getToken } from './session-store.ts';

/** Equal to the server's limit for an upload. */
const UPLOAD_TIMEOUT_MS = 600_000;

interface UploadOptions {
  /** Share of the bytes sent, 0…1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a file without showing the outcome: the component that lists the file shows it.
 * @throws CallError after a 500 and when no answer came; a cancellation when `signal` aborts
 */
export async function uploadFile(
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<Result<UploadedFile>> {
  const token = getToken();
  const body = new FormData();
  body.append('file', file, file.name);
  const options = { body, signal, quiet: true };
  const answer = await send(files.upload, options, token, {
    timeout: UPLOAD_TIMEOUT_MS,
    onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
  });
  return handleAnswer<typeof files.upload>(files.upload, answer, options, token);
}

/**
 * A file's thumbnail as a data URI.
 * @throws CallError when there is none or no answer came
 */
export async function loadThumbnail(id: number, signal: AbortSignal): Promise<string> {
  const options = { params: { id }, signal, quiet: true };
  const token = getToken();
  const { status, data } = await send(files.thumbnail, options, token, { responseType: 'blob' });
  if (status === 401)
    handleAnswer(files.thumbnail, { status, data: await readRefusal(data) }, options, token);
  if (status !== 200 || !(data instanceof Blob)) {
    throw new CallError({ error: 'record.not_found', code: status, msg: '没有缩略图' });
  }
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
      else reject(new Error('unreadable picture', { cause: reader.error }));
    });
    reader.readAsDataURL(data);
  });
}

const UNITS = ['B', 'KB', 'MB'] as const;

/** `1.2 MB` */
export function fileSizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const amount = bytes / 1024 ** power;
  return `${amount.toFixed(power === 0 || amount >= 100 ? 0 : 1)} ${UNITS[power]}`;
}

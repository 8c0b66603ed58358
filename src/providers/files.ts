import { files, type UploadedFile } from '#contract/files/files.ts';
import { models, type Model } from '#contract/files/models.ts';
import { dataUrlOf } from './data-url.ts';
import { readErrorBody } from './http/file-response.ts';
import { handleResponse, send } from './http/http.ts';
import { CallError, type Result, type ResultOf } from './http/result.ts';
import { getToken } from './session/session-store.ts';

/** The server's time limit for a transfer. */
const TRANSFER_TIMEOUT_MS = 600_000;

interface UploadOptions {
  /** `fraction` of the bytes sent so far, 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/**
 * Uploads a model without showing notices. The server measures it in the background.
 * @throws CallError on 500 and network errors
 */
export const uploadModel = (file: File): Promise<Result<Model>> => upload(models.upload, file);

/**
 * Uploads a file without showing notices: the calling component shows the outcome.
 * @throws CallError on 500 and network errors; axios's cancellation when `signal` aborts
 */
export const uploadFile = (file: File, options?: UploadOptions): Promise<Result<UploadedFile>> =>
  upload(files.upload, file, options);

async function upload<E extends typeof models.upload | typeof files.upload>(
  endpoint: E,
  file: File,
  { onProgress, signal }: UploadOptions = {},
): Promise<ResultOf<E>> {
  const token = getToken();
  const body = new FormData();
  body.append('file', file, file.name);
  const options = { body, signal, quiet: true };
  const response = await send(endpoint, options, token, {
    timeout: TRANSFER_TIMEOUT_MS,
    onUploadProgress: ({ progress }) => onProgress?.(progress ?? 0),
  });
  return handleResponse<E>(endpoint, response, options, token);
}

/**
 * A file's thumbnail as a data URI.
 * @throws CallError if there is none, and on network errors
 */
export const loadThumbnail = (id: number, signal: AbortSignal): Promise<string> =>
  loadPicture(files.thumbnail, { id }, signal);

/** Like `loadThumbnail`, for one body of a model. */
export const loadModelThumbnail = (
  params: { id: number; body: number },
  signal: AbortSignal,
): Promise<string> => loadPicture(models.thumbnail, params, signal);

/**
 * A model's file.
 * @throws CallError if it was deleted, and on network errors
 */
export async function loadModelFile(
  { id, name }: { id: number; name: string },
  signal: AbortSignal,
): Promise<File> {
  return new File([await loadStored(models.download, { id }, signal)], name);
}

/** Whether the page can show the file as a drawing, by its extension. */
export const isViewable = (name: string): boolean => /\.(?:pdf|dxf)$/i.test(name);

/**
 * An attached file.
 * @throws CallError if it was deleted, and on network errors
 */
export const loadAttachedFile = (id: number, signal: AbortSignal): Promise<Blob> =>
  loadStored(files.download, { id }, signal);

type StoredEndpoint =
  typeof files.download | typeof files.thumbnail | typeof models.thumbnail | typeof models.download;

async function loadStored(
  endpoint: StoredEndpoint,
  params: Record<string, number>,
  signal: AbortSignal,
): Promise<Blob> {
  const options = { params, signal, quiet: true };
  const token = getToken();
  const { status, data } = await send(endpoint, options, token, {
    responseType: 'blob',
    timeout: TRANSFER_TIMEOUT_MS,
  });
  if (status === 401) handleResponse(endpoint, { status, data: await readErrorBody(data) }, options, token);
  if (status !== 200 || !(data instanceof Blob)) {
    throw new CallError({ error: 'record.not_found', code: status, msg: '文件不存在或已删除' });
  }
  return data;
}

async function loadPicture(
  endpoint: StoredEndpoint,
  params: Record<string, number>,
  signal: AbortSignal,
): Promise<string> {
  return dataUrlOf(await loadStored(endpoint, params, signal));
}

const UNITS = ['B', 'KB', 'MB'] as const;

/** `1.2 MB` */
export function fileSizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const amount = bytes / 1024 ** power;
  return `${amount.toFixed(power === 0 || amount >= 100 ? 0 : 1)} ${UNITS[power]}`;
}

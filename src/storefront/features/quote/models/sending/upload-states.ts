import { useEffect, useSyncExternalStore } from 'react';
import { MAX_FILE_BYTES } from '#contract/files/files.ts';
import { uploadFile, uploadModel } from '#providers/files.ts';
import { guardUnload } from '#storefront/ui/use-unload-guard.ts';
import { figuresOf, orderedIdOf, type PartModel } from '../../draft/part-model.ts';
import { uploadFailure, uploadRefusal, type UploadFailure } from '../../upload/upload-failure.ts';
import { storeUploadId, findUploadId } from '../model-store.ts';
import { fileOf } from '../readings.ts';

/** Uploaded as a model that the server measures, or as a file among the drawings. */
export type UploadKind = 'model' | 'file';

export type UploadState =
  | { status: 'sending' }
  /** `isOverdue`: the page has stopped polling for the server's measures. */
  | { status: 'sent'; id: number; isOverdue?: boolean }
  /** `blocksOrder`: an order waits for the file. */
  | ({ status: 'failed'; blocksOrder: boolean; canRetry: boolean } & UploadFailure);

/** Keyed by `keyOf`: second attempts and other parts with the same file share an upload. */
const uploadStates = new Map<string, UploadState>();
const running = new Map<string, Promise<UploadState | undefined>>();
const listeners = new Set<() => void>();

/** A model with figures is uploaded as a model, which the server measures again; any other file joins the drawings. */
export const uploadKindOf = (model: PartModel): UploadKind => (figuresOf(model) ? 'model' : 'file');

const keyOf = ({ fileId }: PartModel, kind: UploadKind): string => `${kind} ${fileId}`;

function change(key: string, upload: UploadState | undefined): UploadState | undefined {
  if (upload) uploadStates.set(key, upload);
  else uploadStates.delete(key);
  for (const listener of listeners) listener();
  return upload;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Upload states of ordered files by id, so that each id always gets the same object. */
const orderedStates = new Map<number, UploadState>();

export function uploadStateOf(model: PartModel, kind: UploadKind): UploadState | undefined {
  const id = orderedIdOf(model.fileId);
  const upload = uploadStates.get(keyOf(model, kind));
  if (upload || id === undefined || kind === 'file') return upload;
  const sent = orderedStates.get(id) ?? { status: 'sent', id };
  orderedStates.set(id, sent);
  return sent;
}

/** The upload state of a part's file, of either kind. Restores the state of an earlier visit from the browser's storage. */
export function useUploadState(model: PartModel): { kind: UploadKind; upload: UploadState | undefined } {
  const { fileId } = model;
  useEffect(() => void restore(fileId), [fileId]);
  const asModel = useSyncExternalStore(subscribe, () => uploadStateOf(model, 'model'));
  const asFile = useSyncExternalStore(subscribe, () => uploadStateOf(model, 'file'));
  const isFile = asFile !== undefined && asModel?.status !== 'failed';
  return isFile ? { kind: 'file', upload: asFile } : { kind: 'model', upload: asModel };
}

async function restore(fileId: string): Promise<void> {
  const key = `model ${fileId}`;
  const id = uploadStates.has(key) ? undefined : await findUploadId(fileId, 'model');
  if (id !== undefined && !uploadStates.has(key)) change(key, { status: 'sent', id });
}

/** Uploads the file of a model unless the server has it. Resolves with the outcome; undefined if the session has ended. */
export function uploadPartFile(
  model: PartModel,
  kind: UploadKind,
  blocksOrder: boolean,
): Promise<UploadState | undefined> {
  const key = keyOf(model, kind);
  const existing = uploadStateOf(model, kind);
  if (existing?.status === 'sent') return Promise.resolve(existing);
  const sending = running.get(key) ?? start(model, kind);
  // Also marks an upload that was running when the customer ordered.
  return sending.then((outcome) =>
    blocksOrder && outcome?.status === 'failed' ? change(key, { ...outcome, blocksOrder }) : outcome,
  );
}

/** Guards the page, because closing it would abort the upload. */
function start(model: PartModel, kind: UploadKind): Promise<UploadState | undefined> {
  const key = keyOf(model, kind);
  const release = guardUnload();
  const sending = send(model, kind).finally(() => {
    running.delete(key);
    release();
  });
  running.set(key, sending);
  return sending;
}

async function send(model: PartModel, kind: UploadKind): Promise<UploadState | undefined> {
  const key = keyOf(model, kind);
  const fail = (failure: UploadFailure, canRetry = true) =>
    change(key, { status: 'failed', blocksOrder: false, canRetry, ...failure });
  change(key, { status: 'sending' });
  const uploadId = await findUploadId(model.fileId, kind);
  if (uploadId !== undefined) return change(key, { status: 'sent', id: uploadId });
  const file = await fileOf(model.fileId);
  if (!file)
    return fail(
      { reason: '文件已不在这台电脑的浏览器里，请重新拖入或移除模型', isFileSpecific: true },
      false,
    );
  // The server would refuse it only after the complete upload.
  if (file.size > MAX_FILE_BYTES)
    return fail(
      { reason: '单个文件不能超过 50 MB，请移除模型或换一个较小的文件', isFileSpecific: true },
      false,
    );
  try {
    const result = await (kind === 'model' ? uploadModel(file) : uploadFile(file));
    if (!result.ok)
      return result.code === 401
        ? change(key, undefined)
        : fail(uploadRefusal(result), result.error !== 'file.unsupported');
    const { id } = result.data;
    void storeUploadId(model.fileId, kind, id);
    return change(key, { status: 'sent', id });
  } catch (error) {
    return fail(uploadFailure(error));
  }
}

export const isOverdue = (upload: UploadState | undefined): boolean =>
  upload?.status === 'sent' && upload.isOverdue === true;

/** Marks whether the page has stopped polling for the measures of an uploaded model. */
export function setOverdue(model: PartModel, value: boolean): void {
  const upload = uploadStateOf(model, 'model');
  if (upload?.status === 'sent' && isOverdue(upload) !== value)
    change(keyOf(model, 'model'), { ...upload, isOverdue: value });
}

/** Marks an upload that the server no longer has, so that the next attempt uploads the file again. */
export function forgetUpload(model: PartModel, kind: UploadKind, reason: string): void {
  void storeUploadId(model.fileId, kind, undefined);
  change(keyOf(model, kind), {
    status: 'failed',
    blocksOrder: true,
    canRetry: true,
    isFileSpecific: true,
    reason,
  });
}

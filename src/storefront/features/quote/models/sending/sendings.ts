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

export type Sending =
  | { status: 'sending' }
  /** `isOverdue`: the page has stopped polling for the server's measures. */
  | { status: 'sent'; id: number; isOverdue?: boolean }
  /** `isOrdered`: an order waits for the file. */
  | ({ status: 'failed'; isOrdered: boolean; canRetry: boolean } & UploadFailure);

/** By `keyOf`: second attempts and other parts of the same file share an upload. */
const sendings = new Map<string, Sending>();
const running = new Map<string, Promise<Sending | undefined>>();
const listeners = new Set<() => void>();

/** The server measures a model with figures again; any other file goes with the drawings. */
export const uploadKindOf = (model: PartModel): UploadKind => (figuresOf(model) ? 'model' : 'file');

const keyOf = ({ fileId }: PartModel, kind: UploadKind): string => `${kind} ${fileId}`;

function change(key: string, sending: Sending | undefined): Sending | undefined {
  if (sending) sendings.set(key, sending);
  else sendings.delete(key);
  for (const listener of listeners) listener();
  return sending;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The uploads of ordered files, by id, so that each is always the same object. */
const orderedSendings = new Map<number, Sending>();

export function sendingOf(model: PartModel, kind: UploadKind): Sending | undefined {
  const id = orderedIdOf(model.fileId);
  const sending = sendings.get(keyOf(model, kind));
  if (sending || id === undefined || kind === 'file') return sending;
  const sent = orderedSendings.get(id) ?? { status: 'sent', id };
  orderedSendings.set(id, sent);
  return sent;
}

/** The upload of a part's file, of either kind; restores that of an earlier visit from the browser's storage. */
export function useSending(model: PartModel): { kind: UploadKind; sending: Sending | undefined } {
  const { fileId } = model;
  useEffect(() => void restore(fileId), [fileId]);
  const asModel = useSyncExternalStore(subscribe, () => sendingOf(model, 'model'));
  const asFile = useSyncExternalStore(subscribe, () => sendingOf(model, 'file'));
  const isFile = asFile !== undefined && asModel?.status !== 'failed';
  return isFile ? { kind: 'file', sending: asFile } : { kind: 'model', sending: asModel };
}

async function restore(fileId: string): Promise<void> {
  const key = `model ${fileId}`;
  const id = sendings.has(key) ? undefined : await findUploadId(fileId, 'model');
  if (id !== undefined && !sendings.has(key)) change(key, { status: 'sent', id });
}

/** Uploads the file of a model unless the server has it. Resolves with the outcome; undefined if the session has ended. */
export function sendFile(
  model: PartModel,
  kind: UploadKind,
  isOrdered: boolean,
): Promise<Sending | undefined> {
  const key = keyOf(model, kind);
  const existing = sendingOf(model, kind);
  if (existing?.status === 'sent') return Promise.resolve(existing);
  const sending = running.get(key) ?? start(model, kind);
  // Also marks an upload that was running when the customer ordered.
  return sending.then((outcome) =>
    isOrdered && outcome?.status === 'failed' ? change(key, { ...outcome, isOrdered }) : outcome,
  );
}

/** Guards the page, because closing it would abort the upload. */
function start(model: PartModel, kind: UploadKind): Promise<Sending | undefined> {
  const key = keyOf(model, kind);
  const release = guardUnload();
  const sending = send(model, kind).finally(() => {
    running.delete(key);
    release();
  });
  running.set(key, sending);
  return sending;
}

async function send(model: PartModel, kind: UploadKind): Promise<Sending | undefined> {
  const key = keyOf(model, kind);
  const fail = (failure: UploadFailure, canRetry = true) =>
    change(key, { status: 'failed', isOrdered: false, canRetry, ...failure });
  change(key, { status: 'sending' });
  const uploadId = await findUploadId(model.fileId, kind);
  if (uploadId !== undefined) return change(key, { status: 'sent', id: uploadId });
  const file = await fileOf(model.fileId);
  if (!file)
    return fail({ reason: '文件已不在这台电脑的浏览器里，请重新拖入或移除模型', isOfFile: true }, false);
  // The server would refuse it only after the complete upload.
  if (file.size > MAX_FILE_BYTES)
    return fail({ reason: '单个文件不能超过 50 MB，请移除模型或换一个较小的文件', isOfFile: true }, false);
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

export const isOverdue = (sending: Sending | undefined): boolean =>
  sending?.status === 'sent' && sending.isOverdue === true;

/** Marks whether the page has stopped polling for the measures of an uploaded model. */
export function setOverdue(model: PartModel, value: boolean): void {
  const sending = sendingOf(model, 'model');
  if (sending?.status === 'sent' && isOverdue(sending) !== value)
    change(keyOf(model, 'model'), { ...sending, isOverdue: value });
}

/** Marks an upload that the server no longer has, so that the next attempt uploads the file again. */
export function forgetUpload(model: PartModel, kind: UploadKind, reason: string): void {
  void storeUploadId(model.fileId, kind, undefined);
  change(keyOf(model, kind), {
    status: 'failed',
    isOrdered: true,
    canRetry: true,
    isOfFile: true,
    reason,
  });
}

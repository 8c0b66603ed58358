import { useEffect, useSyncExternalStore } from 'react';
import { MAX_FILE_BYTES } from '#contract/files/files.ts';
import { uploadFile, uploadModel } from '#providers/files.ts';
import { guardUnload } from '#storefront/ui/use-unload-guard.ts';
import { figuresOf, orderedIdOf, type PartModel } from '../../draft/part-model.ts';
import { uploadFailure, uploadRefusal, type UploadFailure } from '../../upload/upload-failure.ts';
import { keepSent, keptSent } from '../model-store.ts';
import { fileOf } from '../readings.ts';

/** Sent to be measured by the server, or as a file among the drawings. */
export type SentAs = 'model' | 'file';

/** The state of a file's upload; undefined for a file that was not to be sent yet. */
export type Sending =
  | { status: 'sending' }
  /** `isOverdue`: the page no longer asks whether the server has measured it. */
  | { status: 'sent'; id: number; isOverdue?: boolean }
  /** `isOrdered`: the customer ordered, and the order waits for it. */
  | ({ status: 'failed'; isOrdered: boolean; canRetry: boolean } & UploadFailure);

/** By `nameOf`. Kept for the page: a second attempt and other parts of the same file send none again. */
const sendings = new Map<string, Sending>();
const running = new Map<string, Promise<Sending | undefined>>();
const listeners = new Set<() => void>();

/** A body that was read is measured again by the server; any other file goes with the drawings. */
export const wayOf = (model: PartModel): SentAs => (figuresOf(model) ? 'model' : 'file');

const nameOf = ({ fileId }: PartModel, as: SentAs): string => `${as} ${fileId}`;

function change(name: string, sending: Sending | undefined): Sending | undefined {
  if (sending) sendings.set(name, sending);
  else sendings.delete(name);
  for (const listener of listeners) listener();
  return sending;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For a file that came with an order, until the server reports it deleted. Keyed by id: always the same object. */
const ordered = new Map<number, Sending>();

export function sendingOf(model: PartModel, as: SentAs): Sending | undefined {
  const id = orderedIdOf(model.fileId);
  const known = sendings.get(nameOf(model, as));
  if (known || id === undefined || as === 'file') return known;
  const sent = ordered.get(id) ?? { status: 'sent', id };
  ordered.set(id, sent);
  return sent;
}

/** The upload of a part's file in either way; one of an earlier visit is found in the browser's storage. */
export function useSending(model: PartModel): { as: SentAs; sending: Sending | undefined } {
  const { fileId } = model;
  useEffect(() => void recall(fileId), [fileId]);
  const asModel = useSyncExternalStore(subscribe, () => sendingOf(model, 'model'));
  const asFile = useSyncExternalStore(subscribe, () => sendingOf(model, 'file'));
  const isFile = asFile !== undefined && asModel?.status !== 'failed';
  return isFile ? { as: 'file', sending: asFile } : { as: 'model', sending: asModel };
}

async function recall(fileId: string): Promise<void> {
  const name = `model ${fileId}`;
  const id = sendings.has(name) ? undefined : await keptSent(fileId, 'model');
  if (id !== undefined && !sendings.has(name)) change(name, { status: 'sent', id });
}

/**
 * Uploads the file of a model unless the server has it. Resolves with the outcome, undefined when the session has ended
 * meanwhile.
 */
export function sendFile(model: PartModel, as: SentAs, isOrdered: boolean): Promise<Sending | undefined> {
  const name = nameOf(model, as);
  const known = sendingOf(model, as);
  if (known?.status === 'sent') return Promise.resolve(known);
  const sending = running.get(name) ?? start(model, as);
  // An upload that runs when the customer orders counts as ordered.
  return sending.then((outcome) =>
    isOrdered && outcome?.status === 'failed' ? change(name, { ...outcome, isOrdered }) : outcome,
  );
}

/** Closing the page would break the upload off: the browser asks first. */
function start(model: PartModel, as: SentAs): Promise<Sending | undefined> {
  const name = nameOf(model, as);
  const release = guardUnload();
  const sending = send(model, as).finally(() => {
    running.delete(name);
    release();
  });
  running.set(name, sending);
  return sending;
}

async function send(model: PartModel, as: SentAs): Promise<Sending | undefined> {
  const name = nameOf(model, as);
  const fail = (failure: UploadFailure, canRetry = true) =>
    change(name, { status: 'failed', isOrdered: false, canRetry, ...failure });
  change(name, { status: 'sending' });
  const kept = await keptSent(model.fileId, as);
  if (kept !== undefined) return change(name, { status: 'sent', id: kept });
  const file = await fileOf(model.fileId);
  if (!file)
    return fail({ reason: '文件已不在这台电脑的浏览器里，请重新拖入或移除模型', isOfFile: true }, false);
  // The server would only say so after the whole file was sent.
  if (file.size > MAX_FILE_BYTES)
    return fail({ reason: '单个文件不能超过 50 MB，请移除模型或换一个较小的文件', isOfFile: true }, false);
  try {
    const result = await (as === 'model' ? uploadModel(file) : uploadFile(file));
    if (!result.ok)
      return result.code === 401
        ? change(name, undefined)
        : fail(uploadRefusal(result), result.error !== 'file.unsupported');
    const { id } = result.data;
    void keepSent(model.fileId, as, id);
    return change(name, { status: 'sent', id });
  } catch (error) {
    return fail(uploadFailure(error));
  }
}

export const isOverdue = (sending: Sending | undefined): boolean =>
  sending?.status === 'sent' && sending.isOverdue === true;

/** Says whether the page has given up asking for the server's measures of an uploaded model. */
export function setOverdue(model: PartModel, isNow: boolean): void {
  const sending = sendingOf(model, 'model');
  if (sending?.status === 'sent' && isOverdue(sending) !== isNow)
    change(nameOf(model, 'model'), { ...sending, isOverdue: isNow });
}

/** The server no longer has the file: the next attempt sends it again. */
export function forgetSent(model: PartModel, as: SentAs, reason: string): void {
  void keepSent(model.fileId, as, undefined);
  change(nameOf(model, as), {
    status: 'failed',
    isOrdered: true,
    canRetry: true,
    isOfFile: true,
    reason,
  });
}

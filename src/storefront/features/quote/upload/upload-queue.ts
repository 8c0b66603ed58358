import { useSyncExternalStore } from 'react';
import { FILE_KINDS, MAX_FILE_BYTES } from '#contract/files/files.ts';
import { MAX_PART_FILES } from '#contract/orders/part-item.ts';
import { fileSizeText, loadAttachedFile, uploadFile } from '#providers/files.ts';
import { notify } from '#providers/notices.ts';
import { CallError } from '#providers/http/result.ts';
import type { AttachedFile } from '../draft/draft.ts';
import { hasSameContent } from './same-content.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import { uploadFailure, uploadRefusal } from './upload-failure.ts';

/** A file being uploaded, or one whose upload failed. */
export interface QueuedUpload {
  id: number;
  partKey: string;
  file: File;
  status: 'waiting' | 'sending' | 'failed';
  /** 0…1 */
  progress: number;
  /** The failure's message. */
  reason: string;
  /** Whether a retry can succeed. */
  canRetry: boolean;
}

interface Entry extends QueuedUpload {
  /** Identifies the page of the part: part keys repeat on other pages. */
  dispatch: Dispatch;
  abort: AbortController;
  /** Attempts without an answer that are repeated by themselves. */
  resendsLeft: number;
}

/** After the browser came online: it says so before the network carries anything. */
const RESENDS = 5;
const RESEND_AFTER_MS = 2000;

/** Uploads one file at a time in the chosen order, even when one fails; uploads of collapsed parts continue. */
let queue: readonly Entry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function update(next: readonly Entry[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

const change = (id: number, values: Partial<Entry>) =>
  update(queue.map((entry) => (entry.id === id ? { ...entry, ...values } : entry)));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const ofPart = (entries: readonly Entry[], partKey: string, dispatch: Dispatch) =>
  entries.filter((entry) => entry.partKey === partKey && entry.dispatch === dispatch);

/** The files of a part that are not on the server yet, in the chosen order. */
export function useQueuedUploads(partKey: string, dispatch: Dispatch): readonly QueuedUpload[] {
  return ofPart(
    useSyncExternalStore(subscribe, () => queue),
    partKey,
    dispatch,
  );
}

/**
 * Adds files to a part that already has those `attached`, each once: a notice names the ones that it has. Files that cannot be sent
 * are listed at once, with the reason. Resolves once files of equal size were compared.
 */
export async function addUploads(
  partKey: string,
  chosen: readonly File[],
  attached: readonly AttachedFile[],
  dispatch: Dispatch,
): Promise<void> {
  // Also those of parts that were removed before their page was left.
  for (const left of queue.filter((entry) => entry.dispatch !== dispatch)) cancelUpload(left.id);
  const held: Held[] = [
    ...attached.map(({ id, name, size }) => ({ name, size, load: () => attachedOrNone(id) })),
    ...ofPart(queue, partKey, dispatch).map(({ file }) => heldFile(file)),
  ];
  let place = held.length;
  const likely: File[] = [];
  const fresh: File[] = [];
  for (const file of chosen) {
    if (held.some(({ size }) => size === file.size)) likely.push(file);
    else fresh.push(file);
    held.push(heldFile(file));
  }
  enqueue(partKey, fresh, place, dispatch);
  place += fresh.length;
  const repeated: string[] = [];
  for (const file of likely) {
    const others = held.slice(
      0,
      held.findIndex((one) => one.file === file),
    );
    if (await isAmong(file, others)) repeated.push(file.name);
    else enqueue(partKey, [file], place++, dispatch);
  }
  if (repeated.length === 0) return;
  const names = [...new Set(repeated)].map((name) => `“${name}”`).join('、');
  notify({ type: 'info', message: `${names}已在这个零件的附件里，没有重复添加` });
}

/** A file of a part. */
interface Held {
  name: string;
  size: number;
  /** Present for a file on this computer. */
  file?: File;
  /** Undefined when the content cannot be read. */
  load: () => Promise<Blob | undefined>;
}

const heldFile = (file: File): Held => ({
  name: file.name,
  size: file.size,
  file,
  load: () => Promise.resolve(file),
});

const attachedOrNone = (id: number): Promise<Blob | undefined> =>
  loadAttached(id, new AbortController().signal).catch((error: unknown) => {
    if (error instanceof CallError) return undefined;
    throw error;
  });

/** By content; by name where the content cannot be read. */
async function isAmong(file: File, others: readonly Held[]): Promise<boolean> {
  for (const { name, size, load } of others) {
    if (size !== file.size) continue;
    const content = await load();
    if (content ? await hasSameContent(content, file) : name === file.name) return true;
  }
  return false;
}

/** `first`: position of the first file among those of the part. */
function enqueue(partKey: string, chosen: readonly File[], first: number, dispatch: Dispatch): void {
  const entries = chosen.map((file, index): Entry => {
    lastId += 1;
    const reason = refusalOf(file, first + index);
    const abort = new AbortController();
    const status = reason === '' ? 'waiting' : 'failed';
    const state = { status, progress: 0, reason, canRetry: false, resendsLeft: 0 } as const;
    return { id: lastId, partKey, file, ...state, dispatch, abort };
  });
  update([...queue, ...entries]);
  reportPending(partKey, dispatch);
  sendNext();
}

function refusalOf({ size }: File, place: number): string {
  if (place >= MAX_PART_FILES) return `一个零件最多 ${MAX_PART_FILES} 个附件`;
  if (size === 0) return '文件是空的';
  return size > MAX_FILE_BYTES ? `文件有 ${fileSizeText(size)}，单个文件不能超过 50 MB` : '';
}

export function retryUpload(id: number): void {
  change(id, { status: 'waiting', progress: 0, reason: '', abort: new AbortController() });
  sendNext();
}

globalThis.addEventListener('online', () => {
  for (const { id, status, canRetry } of queue) {
    change(id, { resendsLeft: RESENDS });
    if (status === 'failed' && canRetry) retryUpload(id);
  }
});

/** In a while, unless the customer was faster or removed the file. */
function resendLater(id: number): void {
  const resendsLeft = queue.find((entry) => entry.id === id)?.resendsLeft ?? 0;
  if (resendsLeft === 0) return;
  change(id, { resendsLeft: resendsLeft - 1 });
  setTimeout(() => {
    if (queue.some((entry) => entry.id === id && entry.status === 'failed')) retryUpload(id);
  }, RESEND_AFTER_MS);
}

/** Cancels the uploads of a page that is left. */
export function cancelUploads(dispatch: Dispatch): void {
  for (const entry of queue) if (entry.dispatch === dispatch) cancelUpload(entry.id);
}

export function cancelUpload(id: number): void {
  const entry = queue.find((candidate) => candidate.id === id);
  if (!entry) return;
  drop(entry);
  entry.abort.abort();
}

function drop({ id, partKey, dispatch }: Entry): void {
  update(queue.filter((entry) => entry.id !== id));
  reportPending(partKey, dispatch);
}

/** Reports the number of pending files, so that the part is not ordered without them. */
function reportPending(partKey: string, dispatch: Dispatch): void {
  const pendingFiles = ofPart(queue, partKey, dispatch).length;
  dispatch({ type: 'filesChanged', key: partKey, change: () => ({ pendingFiles }) });
}

function sendNext(): void {
  const next = queue.find(({ status }) => status === 'waiting');
  if (!next || queue.some(({ status }) => status === 'sending')) return;
  change(next.id, { status: 'sending' });
  void sendOne(next).finally(sendNext);
}

async function sendOne(entry: Entry): Promise<void> {
  const { id, partKey, file, dispatch, abort } = entry;
  try {
    const onProgress = (progress: number) => change(id, { progress });
    const result = await uploadFile(file, { onProgress, signal: abort.signal });
    if (abort.signal.aborted) return;
    if (!result.ok) {
      const canRetry = result.error !== 'file.unsupported' && result.error !== 'file.too_large';
      return change(id, { status: 'failed', reason: uploadRefusal(result).reason, canRetry });
    }
    const { id: fileId, name, size, hasThumbnail } = result.data;
    keepFile(fileId, file);
    drop(entry);
    const attached = { id: fileId, name, size, hasThumbnail };
    dispatch({
      type: 'filesChanged',
      key: partKey,
      change: ({ files }) => ({ files: [...files, attached] }),
    });
  } catch (error) {
    // Removed from the queue during its upload.
    if (abort.signal.aborted) return;
    const { reason, isOfFile } = uploadFailure(error);
    change(id, { status: 'failed', reason, canRetry: true });
    if (!isOfFile) resendLater(id);
  }
}

/** Files uploaded by this page, by their id: to look at one needs no download. */
const uploaded = new Map<number, File>();
const MAX_KEPT = 200;

function keepFile(id: number, file: File): void {
  uploaded.set(id, file);
  const [oldest] = uploaded.keys();
  if (uploaded.size > MAX_KEPT && oldest !== undefined) uploaded.delete(oldest);
}

/**
 * The content of an attached file, of this computer where the page has it.
 * @throws CallError when it was deleted or no answer came
 */
export async function loadAttached(id: number, signal: AbortSignal): Promise<Blob> {
  const kept = uploaded.get(id);
  // A file that was changed or deleted since then cannot be read.
  const isReadable =
    kept !== undefined &&
    (await kept
      .slice(0, 1)
      .arrayBuffer()
      .then(Boolean, () => false));
  return isReadable ? kept : loadAttachedFile(id, signal);
}

/** Accepted extensions for the file dialog, and the sentence about them. */
export const ACCEPTED_TEXT = `${FILE_KINDS}，每个不超过 50 MB，最多 ${MAX_PART_FILES} 个`;

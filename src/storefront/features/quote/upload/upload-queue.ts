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
  /** The failure message. */
  reason: string;
  /** Whether a retry can succeed. */
  canRetry: boolean;
}

interface Entry extends QueuedUpload {
  /** Identifies the page of the part: part keys are unique only within a page. */
  dispatch: Dispatch;
  abort: AbortController;
  /** Remaining automatic retries of attempts that get no response. */
  resendsLeft: number;
}

/** Automatic retries after the browser reports that it is online, which it does before the network works. */
const MAX_RESENDS = 5;
const RESEND_AFTER_MS = 2000;

/** Files of all parts, uploaded one at a time in the chosen order, even after failures and for collapsed parts. */
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

const entriesOfPart = (entries: readonly Entry[], partKey: string, dispatch: Dispatch) =>
  entries.filter((entry) => entry.partKey === partKey && entry.dispatch === dispatch);

/** The files of a part that are not on the server yet, in the chosen order. */
export function useQueuedUploads(partKey: string, dispatch: Dispatch): readonly QueuedUpload[] {
  return entriesOfPart(
    useSyncExternalStore(subscribe, () => queue),
    partKey,
    dispatch,
  );
}

/**
 * Adds files to a part; `attached` are the files that it already has. Skips duplicates with a notification. Files that cannot be
 * uploaded are listed at once with the reason. Resolves once files of equal size have been compared.
 */
export async function addUploads(
  partKey: string,
  chosen: readonly File[],
  attached: readonly AttachedFile[],
  dispatch: Dispatch,
): Promise<void> {
  // Removes the uploads of other pages, including those of parts that were removed there.
  for (const { id } of queue.filter((entry) => entry.dispatch !== dispatch)) cancelUpload(id);
  const existing: PartFile[] = [
    ...attached.map(({ id, name, size }) => ({ name, size, load: () => tryLoadAttached(id) })),
    ...entriesOfPart(queue, partKey, dispatch).map(({ file }) => localFile(file)),
  ];
  let position = existing.length;
  const possibleDuplicates: File[] = [];
  const newFiles: File[] = [];
  for (const file of chosen) {
    if (existing.some(({ size }) => size === file.size)) possibleDuplicates.push(file);
    else newFiles.push(file);
    existing.push(localFile(file));
  }
  enqueue(partKey, newFiles, position, dispatch);
  position += newFiles.length;
  const duplicates: string[] = [];
  for (const file of possibleDuplicates) {
    const others = existing.slice(
      0,
      existing.findIndex((other) => other.file === file),
    );
    if (await isAmong(file, others)) duplicates.push(file.name);
    else enqueue(partKey, [file], position++, dispatch);
  }
  if (duplicates.length === 0) return;
  const names = [...new Set(duplicates)].map((name) => `“${name}”`).join('、');
  notify({ type: 'info', message: `${names}已在这个零件的附件里，没有重复添加` });
}

interface PartFile {
  name: string;
  size: number;
  /** Present for a file on this computer. */
  file?: File;
  /** Resolves with undefined if the content cannot be read. */
  load: () => Promise<Blob | undefined>;
}

const localFile = (file: File): PartFile => ({
  name: file.name,
  size: file.size,
  file,
  load: () => Promise.resolve(file),
});

const tryLoadAttached = (id: number): Promise<Blob | undefined> =>
  loadAttached(id, new AbortController().signal).catch((error: unknown) => {
    if (error instanceof CallError) return undefined;
    throw error;
  });

/** Compares by content, or by name if the content cannot be read. */
async function isAmong(file: File, others: readonly PartFile[]): Promise<boolean> {
  for (const { name, size, load } of others) {
    if (size !== file.size) continue;
    const content = await load();
    if (content ? await hasSameContent(content, file) : name === file.name) return true;
  }
  return false;
}

/** @param firstIndex the index of the first chosen file among the files of the part */
function enqueue(partKey: string, chosen: readonly File[], firstIndex: number, dispatch: Dispatch): void {
  const entries = chosen.map((file, index): Entry => {
    lastId += 1;
    const reason = refusalOf(file, firstIndex + index);
    const abort = new AbortController();
    const status = reason === '' ? 'waiting' : 'failed';
    const state = { status, progress: 0, reason, canRetry: false, resendsLeft: 0 } as const;
    return { id: lastId, partKey, file, ...state, dispatch, abort };
  });
  update([...queue, ...entries]);
  reportPending(partKey, dispatch);
  sendNext();
}

function refusalOf({ size }: File, position: number): string {
  if (position >= MAX_PART_FILES) return `一个零件最多 ${MAX_PART_FILES} 个附件`;
  if (size === 0) return '文件是空的';
  return size > MAX_FILE_BYTES ? `文件有 ${fileSizeText(size)}，单个文件不能超过 50 MB` : '';
}

export function retryUpload(id: number): void {
  change(id, { status: 'waiting', progress: 0, reason: '', abort: new AbortController() });
  sendNext();
}

globalThis.addEventListener('online', () => {
  for (const { id, status, canRetry } of queue) {
    change(id, { resendsLeft: MAX_RESENDS });
    if (status === 'failed' && canRetry) retryUpload(id);
  }
});

/** Retries after a pause, unless the customer retries first or removes the file. */
function resendLater(id: number): void {
  const resendsLeft = queue.find((entry) => entry.id === id)?.resendsLeft ?? 0;
  if (resendsLeft === 0) return;
  change(id, { resendsLeft: resendsLeft - 1 });
  setTimeout(() => {
    if (queue.some((entry) => entry.id === id && entry.status === 'failed')) retryUpload(id);
  }, RESEND_AFTER_MS);
}

/** Cancels the uploads of a page when the customer leaves it. */
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
  const pendingFiles = entriesOfPart(queue, partKey, dispatch).length;
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
    cacheFile(fileId, file);
    drop(entry);
    const attached = { id: fileId, name, size, hasThumbnail };
    dispatch({
      type: 'filesChanged',
      key: partKey,
      change: ({ files }) => ({ files: [...files, attached] }),
    });
  } catch (error) {
    // The customer removed the file during its upload.
    if (abort.signal.aborted) return;
    const { reason, isFileSpecific } = uploadFailure(error);
    change(id, { status: 'failed', reason, canRetry: true });
    if (!isFileSpecific) resendLater(id);
  }
}

/** Files uploaded by this page, by id, so that viewing one needs no download. */
const uploaded = new Map<number, File>();
const MAX_CACHED = 200;

function cacheFile(id: number, file: File): void {
  uploaded.set(id, file);
  const [oldest] = uploaded.keys();
  if (uploaded.size > MAX_CACHED && oldest !== undefined) uploaded.delete(oldest);
}

/**
 * The content of an attached file, without a download if this page uploaded it.
 * @throws CallError if the server has deleted it or does not answer
 */
export async function loadAttached(id: number, signal: AbortSignal): Promise<Blob> {
  const file = uploaded.get(id);
  // A file that has changed on disk since its upload is unreadable.
  const isReadable =
    file !== undefined &&
    (await file
      .slice(0, 1)
      .arrayBuffer()
      .then(Boolean, () => false));
  return isReadable ? file : loadAttachedFile(id, signal);
}

export const ACCEPTED_TEXT = `${FILE_KINDS}，每个不超过 50 MB，最多 ${MAX_PART_FILES} 个`;

import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { notify } from '#providers/notices.ts';
import { formatOfName } from '#geometry/model-format.ts';
import type { ModelReading } from '#geometry/model-reading.ts';
import { shopLimits } from '#geometry/checks/shop-limits.ts';
import { models } from '#contract/files/models.ts';
import { loadAppConfig } from '#providers/app-config.ts';
import { loadModelFile } from '#providers/files.ts';
import { fetchData } from '#providers/http/http.ts';
import { CallError } from '#providers/http/result.ts';
import { orderedIdOf } from '../draft/part-model.ts';
import { keepFile, keepReading, keptFile, keptReading } from './model-store.ts';
import { factsOf, type ModelFacts } from './part-measures.ts';
import { readInWorker } from '#geometry/worker/read-in-worker.ts';
import type { ModelFailure, ReadingOutcome } from '#geometry/worker/worker-report.ts';

/** What this page knows about the file of a model. */
export interface ModelEntry {
  stage: 'waiting' | 'loading' | 'reading' | 'ended';
  /** While its kernel is loading: how much has arrived. */
  percent?: number;
  file?: File;
  reading?: ModelReading;
  /** The reading is in the browser's storage. */
  isReadingKept?: boolean;
  /** Facts of a reading; they outlive the reading itself. */
  facts?: ModelFacts;
  /** Neither this page nor the browser's storage has them. */
  isWithoutFacts?: boolean;
  failure?: ModelFailure;
  /** The browser had no room for the file: it is gone with this page. */
  isUnkept?: boolean;
  outcome?: Promise<ReadingOutcome>;
  abort?: AbortController;
}

/** A reading may take a gigabyte and a processor core: two at once at most, one on a small computer. */
const AT_ONCE = (navigator.hardwareConcurrency ?? 2) > 2 ? 2 : 1;

const entries = new Map<string, ModelEntry>();
/** By the id of a file: two hundred parts listen, and each file reports several stages. */
const listeners = new Map<string, Set<() => void>>();
/** Files whose facts were missing; `lateListeners` are called when they arrive. */
const missed = new Set<string>();
const lateListeners = new Set<() => void>();
const waiting: (() => void)[] = [];
let running = 0;

function change(id: string, values: Partial<ModelEntry>): void {
  entries.set(id, { stage: 'waiting', ...entries.get(id), ...values });
  const isAnswer = values.facts ? missed.delete(id) : values.isWithoutFacts && missed.has(id);
  if (isAnswer) for (const listener of lateListeners) listener();
  for (const listener of listeners.get(id) ?? []) listener();
}

/** Takes a chosen file; its name is kept with it. Returns the id for the part's model. */
export function takeFile(file: File): string {
  const id = newId();
  change(id, { file });
  void keepFile(id, file).then((isKept) => {
    if (isKept) return;
    change(id, { isUnkept: true });
    const message = `浏览器没有空间保存模型“${file.name}”：刷新或关闭页面后需要重新选择`;
    notify({ type: 'warning', message, key: 'model-storage' });
  });
  return id;
}

/** Random; `randomUUID` is missing over plain http. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** The file of a model, from this page, from the browser's storage, or of an ordered one from the server. */
export const fileOf = async (id: string): Promise<File | undefined> =>
  entries.get(id)?.file ?? (await keptFile(id)) ?? orderedFile(id);

/** One after the other: a quotation may have two hundred models. */
let fetching: Promise<unknown> = Promise.resolve();

function orderedFile(id: string): Promise<File | undefined> {
  const modelId = orderedIdOf(id);
  if (modelId === undefined) return Promise.resolve(undefined);
  const fetched = fetching.then(async () => entries.get(id)?.file ?? fetchFile(id, modelId));
  fetching = fetched;
  return fetched;
}

async function fetchFile(id: string, modelId: number): Promise<File | undefined> {
  try {
    const { name } = await fetchData(models.one, { params: { id: modelId }, quiet: true });
    const file = await loadModelFile({ id: modelId, name }, new AbortController().signal);
    change(id, { file });
    void keepFile(id, file);
    return file;
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}

/** The reading of a file: under way, done before, or started now. */
export function readFile(id: string): Promise<ReadingOutcome> {
  const known = entries.get(id)?.outcome;
  if (known) return known;
  const abort = new AbortController();
  const outcome = read(id, abort.signal).then((ended) => {
    const reading = ended.type === 'read' ? ended.reading : undefined;
    // The latest reading is the last to be removed.
    const entry = entries.get(id);
    if (entry && entries.delete(id)) entries.set(id, entry);
    change(id, {
      stage: 'ended',
      reading,
      facts: reading && factsOf(reading),
      isWithoutFacts: !reading,
      failure: ended.type === 'failed' ? ended.failure : undefined,
    });
    release();
    return ended;
  });
  change(id, { stage: 'waiting', outcome, abort });
  return outcome;
}

async function read(id: string, signal: AbortSignal): Promise<ReadingOutcome> {
  const kept = await keptReading(id);
  if (kept) {
    change(id, { isReadingKept: true });
    return { type: 'read', reading: kept };
  }
  const file = await storedFile(id, signal);
  if (!file) return { type: 'failed', failure: 'file-gone' };
  await turn();
  try {
    if (signal.aborted) return { type: 'failed', failure: 'cancelled' };
    // Without the settings, for example after a lost connection, the usual limits apply; the server checks again.
    const { formats, reading: limits } = shopLimits(await loadAppConfig().catch(() => ({})));
    const format = formatOfName(file.name);
    if (format && !formats.includes(format)) return { type: 'failed', failure: 'format-refused' };
    const onStage = (stage: 'loading' | 'reading', percent?: number) => change(id, { stage, percent });
    const outcome = await readInWorker(file, { limits, signal, onStage });
    if (outcome.type === 'read') void keepRead(id, outcome.reading);
    return outcome;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function keepRead(id: string, reading: ModelReading): Promise<void> {
  const isReadingKept = await keepReading(id, reading);
  change(id, { isReadingKept });
  release();
}

/** Limit for readings that no part on the page shows; evicted ones are fetched from the browser's storage again. */
const MAX_IDLE_BYTES = 64 * 1024 ** 2;
/** By the id of a file: how many parts show its reading. */
const shown = new Map<string, number>();

/** Removes the oldest readings that nothing shows. Without storage they stay, because reading takes seconds. */
function release(): void {
  const idle = [...entries].flatMap(([id, { reading, isReadingKept }]) =>
    reading && isReadingKept && !shown.get(id) ? [{ id, bytes: bytesOf(reading) }] : [],
  );
  let held = idle.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { id, bytes } of idle) {
    if (held <= MAX_IDLE_BYTES) return;
    held -= bytes;
    change(id, { reading: undefined, outcome: undefined });
  }
}

const bytesOf = ({ bodies, wholeMesh }: ModelReading): number =>
  [...bodies.map(({ mesh }) => mesh), ...(wholeMesh ? [wholeMesh] : [])]
    .flatMap(({ positions, normals, indices, edges }) => [positions, normals, indices, edges])
    .reduce((sum, { byteLength }) => sum + byteLength, 0);

function show(id: string, by: 1 | -1): void {
  shown.set(id, (shown.get(id) ?? 0) + by);
  release();
}

/** Another tab may store a file later than the draft that names it: it is looked for again after each of these. */
const STORED_AFTER_MS = [300, 1_000, 3_000];

async function storedFile(id: string, signal: AbortSignal): Promise<File | undefined> {
  for (const waitMs of STORED_AFTER_MS) {
    const file = await fileOf(id);
    if (file || signal.aborted || orderedIdOf(id) !== undefined) return file;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return fileOf(id);
}

async function turn(): Promise<void> {
  if (running < AT_ONCE) running += 1;
  // The reading that ended gives its place to the next.
  else await new Promise<void>((resolve) => void waiting.push(resolve));
}

export function cancelReading(id: string): void {
  entries.get(id)?.abort?.abort();
}

/** Forgets a failed reading, so that the file is read again. */
export function forgetReading(id: string): void {
  change(id, { stage: 'waiting', outcome: undefined, reading: undefined, failure: undefined });
}

function useEntry<T>(id: string, pick: (entry: ModelEntry | undefined) => T): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ours = listeners.get(id) ?? new Set();
      listeners.set(id, ours.add(listener));
      return () => void ours.delete(listener);
    },
    [id],
  );
  return useSyncExternalStore(subscribe, () => pick(entries.get(id)));
}

/** The state of a file on this page. A model that was read before is fetched from the browser's storage. */
export function useModelFile(id: string, isRead: boolean): ModelEntry | undefined {
  useEffect(() => {
    show(id, 1);
    if (isRead) void readFile(id);
    return () => show(id, -1);
  }, [id, isRead]);
  return useEntry(id, (entry) => entry);
}

/** One after the other: a reading takes as much memory as its triangles. */
let fetchingFacts: Promise<unknown> = Promise.resolve();

function fetchFacts(id: string): void {
  fetchingFacts = fetchingFacts.then(async () => {
    const { facts, outcome } = entries.get(id) ?? {};
    if (facts ?? outcome) return;
    const kept = await keptReading(id);
    change(id, kept ? { facts: factsOf(kept) } : { isWithoutFacts: true });
  });
}

/** The facts of a file; undefined until they are known, which `whenFactsCome` reports, and null where there are none. */
export function factsNow(id: string): ModelFacts | null | undefined {
  const { facts, isWithoutFacts } = entries.get(id) ?? {};
  if (!facts && !missed.has(id)) {
    missed.add(id);
    fetchFacts(id);
  }
  return facts ?? (isWithoutFacts ? null : undefined);
}

/** Calls back when facts are known that `factsNow` had not, until the returned function is called. */
export function whenFactsCome(listener: () => void): () => void {
  lateListeners.add(listener);
  return () => void lateListeners.delete(listener);
}

/** The facts of a file from this page or the browser's storage; undefined until they are there. */
export function useModelFacts(id: string, isRead: boolean): ModelFacts | undefined {
  useEffect(() => {
    if (isRead) fetchFacts(id);
  }, [id, isRead]);
  return useEntry(id, (entry) => entry?.facts);
}

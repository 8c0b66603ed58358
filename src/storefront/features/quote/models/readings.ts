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
import { storeFile, storeReading, findStoredFile, findStoredReading } from './model-store.ts';
import { factsOf, type ModelFacts } from './part-measures.ts';
import { readInWorker } from '#geometry/worker/read-in-worker.ts';
import type { ModelFailure, ReadingOutcome } from '#geometry/worker/worker-report.ts';

/** The state of a model file on this page. */
export interface ModelEntry {
  stage: 'waiting' | 'loading' | 'reading' | 'ended';
  /** Progress while the kernel loads, 0–100. */
  percent?: number;
  file?: File;
  reading?: ModelReading;
  /** The browser's storage has the reading. */
  isReadingStored?: boolean;
  /** Facts of the reading; kept when the reading is evicted. */
  facts?: ModelFacts;
  /** Neither this page nor the browser's storage has facts. */
  hasNoFacts?: boolean;
  failure?: ModelFailure;
  /** The browser had no space for the file: it is lost when the page closes. */
  isNotStored?: boolean;
  outcome?: Promise<ReadingOutcome>;
  abort?: AbortController;
}

/** Reading a file may take a gigabyte of memory and a processor core: at most two at once, one on a small computer. */
const MAX_CONCURRENT = (navigator.hardwareConcurrency ?? 2) > 2 ? 2 : 1;

const entries = new Map<string, ModelEntry>();
/** Grouped by file id, because two hundred parts may listen and each file reports several stages. */
const listeners = new Map<string, Set<() => void>>();
/** Files with requested facts; `factsListeners` are called when the facts are loaded. */
const requestedFacts = new Set<string>();
const factsListeners = new Set<() => void>();
const waiting: (() => void)[] = [];
let running = 0;

function change(id: string, values: Partial<ModelEntry>): void {
  entries.set(id, { stage: 'waiting', ...entries.get(id), ...values });
  const answersRequest = values.facts
    ? requestedFacts.delete(id)
    : values.hasNoFacts && requestedFacts.has(id);
  if (answersRequest) for (const listener of factsListeners) listener();
  for (const listener of listeners.get(id) ?? []) listener();
}

/** Adds and stores a file. Returns the id for the model of its part. */
export function addFile(file: File): string {
  const id = newId();
  change(id, { file });
  void storeFile(id, file).then((isStored) => {
    if (isStored) return;
    change(id, { isNotStored: true });
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

/** The file of a model: from this page, the browser's storage or, if ordered, the server. */
export const fileOf = async (id: string): Promise<File | undefined> =>
  entries.get(id)?.file ?? (await findStoredFile(id)) ?? fetchOrderedFile(id);

/** Files are fetched one at a time, because a quotation may have two hundred models. */
let fetching: Promise<unknown> = Promise.resolve();

function fetchOrderedFile(id: string): Promise<File | undefined> {
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
    void storeFile(id, file);
    return file;
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}

/** Reads a file once; later calls share the outcome. */
export function readFile(id: string): Promise<ReadingOutcome> {
  const existing = entries.get(id)?.outcome;
  if (existing) return existing;
  const abort = new AbortController();
  const outcome = read(id, abort.signal).then((ended) => {
    const reading = ended.type === 'read' ? ended.reading : undefined;
    // Moves the entry to the end: the latest reading is evicted last.
    const entry = entries.get(id);
    if (entry && entries.delete(id)) entries.set(id, entry);
    change(id, {
      stage: 'ended',
      reading,
      facts: reading && factsOf(reading),
      hasNoFacts: !reading,
      failure: ended.type === 'failed' ? ended.failure : undefined,
    });
    evictIdle();
    return ended;
  });
  change(id, { stage: 'waiting', outcome, abort });
  return outcome;
}

async function read(id: string, signal: AbortSignal): Promise<ReadingOutcome> {
  const stored = await findStoredReading(id);
  if (stored) {
    change(id, { isReadingStored: true });
    return { type: 'read', reading: stored };
  }
  const file = await waitForFile(id, signal);
  if (!file) return { type: 'failed', failure: 'file-gone' };
  await acquireSlot();
  try {
    if (signal.aborted) return { type: 'failed', failure: 'cancelled' };
    // Without a connection the default limits apply; the server checks again.
    const { formats, reading: limits } = shopLimits(await loadAppConfig().catch(() => ({})));
    const format = formatOfName(file.name);
    if (format && !formats.includes(format)) return { type: 'failed', failure: 'format-refused' };
    const onStage = (stage: 'loading' | 'reading', percent?: number) => change(id, { stage, percent });
    const outcome = await readInWorker(file, { limits, signal, onStage });
    if (outcome.type === 'read') void storeInBrowser(id, outcome.reading);
    return outcome;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function storeInBrowser(id: string, reading: ModelReading): Promise<void> {
  const isReadingStored = await storeReading(id, reading);
  change(id, { isReadingStored });
  evictIdle();
}

/** Limit for readings that no part shows; evicted ones are loaded from the browser's storage again. */
const MAX_IDLE_BYTES = 64 * 1024 ** 2;
/** The number of parts that show the reading, by file id. */
const usageCounts = new Map<string, number>();

/** Evicts the oldest unused readings. Those that are not stored stay, because reading takes seconds. */
function evictIdle(): void {
  const idle = [...entries].flatMap(([id, { reading, isReadingStored }]) =>
    reading && isReadingStored && !usageCounts.get(id) ? [{ id, bytes: bytesOf(reading) }] : [],
  );
  let idleBytes = idle.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { id, bytes } of idle) {
    if (idleBytes <= MAX_IDLE_BYTES) return;
    idleBytes -= bytes;
    change(id, { reading: undefined, outcome: undefined });
  }
}

const bytesOf = ({ bodies, wholeMesh }: ModelReading): number =>
  [...bodies.map(({ mesh }) => mesh), ...(wholeMesh ? [wholeMesh] : [])]
    .flatMap(({ positions, normals, indices, edges }) => [positions, normals, indices, edges])
    .reduce((sum, { byteLength }) => sum + byteLength, 0);

function countUse(id: string, delta: 1 | -1): void {
  usageCounts.set(id, (usageCounts.get(id) ?? 0) + delta);
  evictIdle();
}

/** Waits before retries: another tab may store a draft before its files. */
const RETRY_AFTER_MS = [300, 1_000, 3_000];

async function waitForFile(id: string, signal: AbortSignal): Promise<File | undefined> {
  for (const waitMs of RETRY_AFTER_MS) {
    const file = await fileOf(id);
    if (file || signal.aborted || orderedIdOf(id) !== undefined) return file;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return fileOf(id);
}

async function acquireSlot(): Promise<void> {
  if (running < MAX_CONCURRENT) running += 1;
  // A reading that ends passes its slot on.
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
      const ownListeners = listeners.get(id) ?? new Set();
      listeners.set(id, ownListeners.add(listener));
      return () => void ownListeners.delete(listener);
    },
    [id],
  );
  return useSyncExternalStore(subscribe, () => pick(entries.get(id)));
}

/** The state of a file on this page. If `shouldRead`, loads its reading, from the browser's storage where possible. */
export function useModelFile(id: string, shouldRead: boolean): ModelEntry | undefined {
  useEffect(() => {
    countUse(id, 1);
    if (shouldRead) void readFile(id);
    return () => countUse(id, -1);
  }, [id, shouldRead]);
  return useEntry(id, (entry) => entry);
}

/** Readings are loaded one at a time, because each takes as much memory as its triangles. */
let fetchingFacts: Promise<unknown> = Promise.resolve();

function fetchFacts(id: string): void {
  fetchingFacts = fetchingFacts.then(async () => {
    const { facts, outcome } = entries.get(id) ?? {};
    if (facts ?? outcome) return;
    const stored = await findStoredReading(id);
    change(id, stored ? { facts: factsOf(stored) } : { hasNoFacts: true });
  });
}

/** The facts of a file; null if there are none. Undefined until they are loaded, which `subscribeToFacts` reports. */
export function findFacts(id: string): ModelFacts | null | undefined {
  const { facts, hasNoFacts } = entries.get(id) ?? {};
  if (!facts && !requestedFacts.has(id)) {
    requestedFacts.add(id);
    fetchFacts(id);
  }
  return facts ?? (hasNoFacts ? null : undefined);
}

/** Calls the listener when requested facts are loaded. Returns the unsubscribe function. */
export function subscribeToFacts(listener: () => void): () => void {
  factsListeners.add(listener);
  return () => void factsListeners.delete(listener);
}

/** The facts of a file from this page or the browser's storage; undefined until they are loaded. */
export function useModelFacts(id: string, shouldRead: boolean): ModelFacts | undefined {
  useEffect(() => {
    if (shouldRead) fetchFacts(id);
  }, [id, shouldRead]);
  return useEntry(id, (entry) => entry?.facts);
}

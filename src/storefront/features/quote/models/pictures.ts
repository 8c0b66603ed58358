import { useEffect, useSyncExternalStore } from 'react';
import { loadModelThumbnail } from '#providers/files.ts';
import { CallError } from '#providers/http/result.ts';
import { onDemand } from '#storefront/ui/on-demand.ts';
import { meshOf } from './part-mesh.ts';
import type { PartModel } from '../draft/part-model.ts';
import { keepPicture, keptPicture } from './model-store.ts';
import { readFile } from './readings.ts';

/** Pictures of this page by `keyOf`; undefined while one is fetched, and where there can be none. */
const pictures = new Map<string, string | undefined>();
const listeners = new Set<() => void>();
/** One after the other: each takes a graphics context. */
let drawing: Promise<unknown> = Promise.resolve();

const keyOf = ({ fileId, bodyIndex }: PartModel): string => `${fileId} ${bodyIndex ?? 'all'}`;

/** The small picture of a part's model as an address, once the model is read; drawn once and kept in this browser. */
export function usePicture(model: PartModel): string | undefined {
  const isRead = model.measures !== undefined;
  useEffect(() => {
    if (isRead) void fetchPicture(model);
  }, [isRead, model]);
  return useSyncExternalStore(subscribe, () => pictures.get(keyOf(model)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function fetchPicture(model: PartModel): Promise<void> {
  const key = keyOf(model);
  if (pictures.has(key)) return;
  pictures.set(key, undefined);
  const kept = await keptPicture(model.fileId, model.bodyIndex);
  const url = kept ?? (await orderedPicture(model)) ?? (await (drawing = drawing.then(() => draw(model))));
  if (typeof url !== 'string') return;
  pictures.set(key, url);
  for (const listener of listeners) listener();
  if (!kept) await keepPicture(model.fileId, model.bodyIndex, url);
}

/** The server's picture of a model that came with an order: to show it needs no reading. */
async function orderedPicture({ ordered, hasThumbnail }: PartModel): Promise<string | undefined> {
  if (!ordered || !hasThumbnail) return undefined;
  try {
    return await loadModelThumbnail(
      { id: ordered.id, body: ordered.body ?? 0 },
      new AbortController().signal,
    );
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}

/** A picture can wait: typing and scrolling come first. */
const idle = () =>
  new Promise<void>((resolve) => {
    (globalThis.requestIdleCallback ?? setTimeout)(() => resolve());
  });

const loadPictures = onDemand(() => import('#viewer/model-picture.ts'), '三维显示');

async function draw(model: PartModel): Promise<string | undefined> {
  await idle();
  const outcome = await readFile(model.fileId);
  if (outcome.type === 'failed') return undefined;
  const code = await loadPictures();
  return code?.drawModelPicture(meshOf(outcome.reading, model));
}

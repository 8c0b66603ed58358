import { useQuery } from '@tanstack/react-query';
import { loadModelThumbnail } from '#providers/files.ts';
import { CallError } from '#providers/http/result.ts';
import { onDemand } from '#storefront/ui/on-demand.ts';
import type { PartModel } from '../draft/part-model.ts';
import { storePicture, findStoredPicture } from './model-store.ts';
import { meshOf } from './part-measures.ts';
import { readFile } from './readings.ts';

/** Thumbnails are drawn one at a time, because each needs a graphics context. */
let lastDrawing: Promise<unknown> = Promise.resolve();

/** The thumbnail of a part's model as a data URL, once the model is read; drawn once and stored in this browser. */
export function usePicture(model: PartModel): string | undefined {
  const { data } = useQuery({
    queryKey: ['model-picture', model.fileId, model.bodyIndex],
    queryFn: async () => (await findPicture(model)) ?? null,
    enabled: model.measures !== undefined,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    networkMode: 'always',
  });
  return data ?? undefined;
}

async function findPicture(model: PartModel): Promise<string | undefined> {
  const stored = await findStoredPicture(model.fileId, model.bodyIndex);
  if (stored !== undefined) return stored;
  const drawn = (await loadOrderedPicture(model)) ?? (await drawNext(model));
  if (drawn !== undefined) void storePicture(model.fileId, model.bodyIndex, drawn);
  return drawn;
}

function drawNext(model: PartModel): Promise<string | undefined> {
  const next = lastDrawing.then(() => draw(model));
  lastDrawing = next.catch(() => undefined);
  return next;
}

/** The server's thumbnail of an ordered model, so that the model need not be read. */
async function loadOrderedPicture({ ordered, hasThumbnail }: PartModel): Promise<string | undefined> {
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

/** Drawing waits until the browser is idle: typing and scrolling come first. */
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

import { models, type Model } from '#contract/files/models.ts';
import { fetchData } from '#providers/http/http.ts';
import { CallError } from '#providers/http/result.ts';
import { getUser } from '#providers/session/session-store.ts';
import type { LengthUnit } from '#geometry/model-reading.ts';
import type { PartDraft } from '../../draft/draft.ts';
import { isLeftToServer, type PartModel } from '../../draft/part-model.ts';
import type { Dispatch } from '../../draft/quote-actions.ts';
import { withModel } from '../model-size.ts';
import { forgetSent, isOverdue, sendFile, sendingOf, setOverdue } from './sendings.ts';
import { wantRetry } from './wanted-retry.ts';

interface Wanted {
  parts: readonly PartDraft[];
  dispatch: Dispatch;
  /** Set while the customer orders: takes the keys of parts whose file could not be sent. */
  onUnsent?: ((keys: readonly string[]) => void) | undefined;
  /** Set for the first minutes of that: models that were given up are asked for again. */
  isUrgent?: boolean | undefined;
}

/** The server tries a model twice, two minutes at most; the rest is for models that are measured before it. */
const GIVE_UP_MS = 10 * 60_000;
/** A tenth of the time so far: figures of a quick model are shown at once, and the server is seldom asked for a slow one. */
const pauseAfter = (soFarMs: number) => Math.min(30_000, Math.max(2_000, soFarMs / 10));

/** How long the page has asked for each upload, by file. */
const waitedMs = new Map<string, number>();

let wanted: Wanted | undefined;
let isRunning = false;

/**
 * Uploads the models that this browser could not read, and puts what the server has measured into their parts. Replaces the parts of
 * the previous call; without any it ends.
 */
export function measureOnServer(now: Wanted): void {
  wanted = now;
  if (!isRunning) void run(getUser()?.userId);
}

/** Asks again for a model that was given up. */
export function measureAgain(model: PartModel): void {
  waitedMs.delete(model.fileId);
  setOverdue(model, false);
  if (!isRunning) void run(getUser()?.userId);
}

async function run(userId: number | undefined): Promise<void> {
  const settled = new Set<string>();
  isRunning = true;
  try {
    for (let left = leftModels(settled); left.length > 0; left = leftModels(settled)) {
      await untilVisible();
      for (const model of left) {
        // The next user who signs in must not send these files.
        if (getUser()?.userId !== userId) return;
        if (await measure(model)) settled.add(model.fileId);
      }
      await pause(leftModels(settled));
    }
  } finally {
    isRunning = false;
  }
}

async function untilVisible(): Promise<void> {
  while (document.visibilityState === 'hidden')
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}

/** Waits before the server is asked again; gives up models that take too long. */
async function pause(models: readonly PartModel[]): Promise<void> {
  if (models.length === 0) return;
  const waited = models.map(({ fileId }) => waitedMs.get(fileId) ?? 0);
  const ms = pauseAfter(Math.min(...waited));
  await new Promise((resolve) => setTimeout(resolve, ms));
  for (const model of models) {
    if (sendingOf(model, 'model')?.status !== 'sent') continue;
    const total = (waitedMs.get(model.fileId) ?? 0) + ms;
    waitedMs.set(model.fileId, total);
    if (total >= GIVE_UP_MS) setOverdue(model, true);
  }
}

/** Each file once: several parts may share it. */
function leftModels(settled: ReadonlySet<string>): PartModel[] {
  const left = wanted?.parts.filter(isLeftToServer) ?? [];
  const models = left.flatMap(({ modelFile }) => (modelFile ? [[modelFile.fileId, modelFile] as const] : []));
  return [...new Map(models).values()].filter(
    (model) =>
      !settled.has(model.fileId) && (wanted?.isUrgent === true || !isOverdue(sendingOf(model, 'model'))),
  );
}

/** Resolves with true once the model is measured or cannot be. */
async function measure(model: PartModel): Promise<boolean> {
  const onUnsent = wanted?.onUnsent;
  // A failed upload is repeated by its button, and by ordering.
  if (!onUnsent && sendingOf(model, 'model')?.status === 'failed') return false;
  const sending = await sendFile(model, 'model', onUnsent !== undefined);
  if (sending?.status === 'sent') return read(model, sending.id);
  if (sending?.status !== 'failed') return false;
  // Not a model, or deleted: the order learns of it.
  if (!sending.canRetry) return settle(model, unmeasured);
  const keys = partsOf(model).map(({ key }) => key);
  if (!onUnsent || keys[0] === undefined) return false;
  wantRetry(keys[0]);
  onUnsent(keys);
  return false;
}

async function read(model: PartModel, id: number): Promise<boolean> {
  try {
    const served = await fetchData(models.one, { params: { id }, quiet: true });
    if (served.status === 'waiting') return false;
    return settle(model, served.status === 'measured' ? (current) => measured(current, served) : unmeasured);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === 404) forgetSent(model, 'model', '模型文件已不在服务器上');
    return false;
  }
}

const partsOf = ({ fileId }: PartModel): PartDraft[] =>
  wanted?.parts.filter(({ modelFile }) => modelFile?.fileId === fileId) ?? [];

function settle(model: PartModel, after: (model: PartModel) => PartModel): true {
  for (const { key } of partsOf(model))
    wanted?.dispatch({
      type: 'modelRead',
      key,
      change: (current) => {
        const { modelFile, num } = current;
        if (modelFile?.fileId !== model.fileId || !isLeftToServer(current)) return {};
        const next = after(modelFile);
        return { ...withModel(current, next), ...(next.measures && num.trim() === '' && { num: '1' }) };
      },
    });
  return true;
}

const unmeasured = (model: PartModel): PartModel => ({ ...model, failure: 'unmeasured' });

/** Several bodies become one part, because the customer cannot choose among bodies that were not shown. */
function measured(model: PartModel, { unit, bodies, whole }: Model): PartModel {
  const [first, ...others] = bodies;
  const isWhole = others.length > 0 || (first !== undefined && first.count > 1);
  const body = isWhole ? whole : first;
  if (!body) return unmeasured(model);
  return {
    ...model,
    ...(isWhole && { isWhole }),
    failure: undefined,
    ...(unit !== null && { unit: unit as LengthUnit }),
    measures: {
      bodies: bodies.reduce((sum, { count }) => sum + count, 0),
      volumeMm3: body.kind === 'open' ? 0 : body.volumeMm3,
      sizeMm: body.stockBoxMm,
      isTurned: body.counts?.features?.isTurned,
      counts: body.counts,
    },
  };
}

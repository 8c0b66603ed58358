import { models, type Model } from '#contract/files/models.ts';
import { fetchData } from '#providers/http/http.ts';
import { CallError } from '#providers/http/result.ts';
import { getUser } from '#providers/session/session-store.ts';
import type { LengthUnit } from '#geometry/model-reading.ts';
import type { PartDraft } from '../../draft/draft.ts';
import { isMeasuredByServer, type PartModel } from '../../draft/part-model.ts';
import type { Dispatch } from '../../draft/quote-actions.ts';
import { withModel } from '../model-size.ts';
import { forgetUpload, isOverdue, uploadPartFile, uploadStateOf, setOverdue } from './upload-states.ts';
import { requestRetryFocus } from './retry-focus.ts';

interface MeasureRequest {
  parts: readonly PartDraft[];
  dispatch: Dispatch;
  /** Set while the customer orders; called with the keys of parts whose file could not be uploaded. */
  onUnsent?: ((keys: readonly string[]) => void) | undefined;
  /** Set in the first minutes of ordering, so that models that were given up are polled again. */
  isUrgent?: boolean | undefined;
}

/** The server takes at most two minutes for two attempts; the rest is for models ahead in its queue. */
const GIVE_UP_MS = 10 * 60_000;
/** Polls quick models often and slow ones rarely: waits a tenth of the time so far, 2–30 s. */
const pauseAfter = (elapsedMs: number) => Math.min(30_000, Math.max(2_000, elapsedMs / 10));

/** How long the page has polled each model, by file id. */
const waitedMs = new Map<string, number>();

let request: MeasureRequest | undefined;
let isRunning = false;

/**
 * Uploads the models that this browser could not read, and stores the server's measures in their parts. Each call replaces the
 * parts of the previous one; a call without parts ends the work.
 */
export function measureOnServer(next: MeasureRequest): void {
  request = next;
  if (!isRunning) void run(getUser()?.userId);
}

/** Resumes polling for a model that was given up. */
export function measureAgain(model: PartModel): void {
  waitedMs.delete(model.fileId);
  setOverdue(model, false);
  if (!isRunning) void run(getUser()?.userId);
}

async function run(userId: number | undefined): Promise<void> {
  const settled = new Set<string>();
  isRunning = true;
  try {
    for (let models = unsettledModels(settled); models.length > 0; models = unsettledModels(settled)) {
      await waitUntilVisible();
      for (const model of models) {
        // Another user who signs in must not upload these files.
        if (getUser()?.userId !== userId) return;
        if (await measure(model)) settled.add(model.fileId);
      }
      await pause(unsettledModels(settled));
    }
  } finally {
    isRunning = false;
  }
}

async function waitUntilVisible(): Promise<void> {
  while (document.visibilityState === 'hidden')
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}

/** Waits before the next poll; gives up models that take too long. */
async function pause(models: readonly PartModel[]): Promise<void> {
  if (models.length === 0) return;
  const elapsed = models.map(({ fileId }) => waitedMs.get(fileId) ?? 0);
  const ms = pauseAfter(Math.min(...elapsed));
  await new Promise((resolve) => setTimeout(resolve, ms));
  for (const model of models) {
    if (uploadStateOf(model, 'model')?.status !== 'sent') continue;
    const total = (waitedMs.get(model.fileId) ?? 0) + ms;
    waitedMs.set(model.fileId, total);
    if (total >= GIVE_UP_MS) setOverdue(model, true);
  }
}

/** The models not settled yet. Each file is listed once, although several parts may share it. */
function unsettledModels(settled: ReadonlySet<string>): PartModel[] {
  const parts = request?.parts.filter(isMeasuredByServer) ?? [];
  const models = parts.flatMap(({ modelFile }) =>
    modelFile ? [[modelFile.fileId, modelFile] as const] : [],
  );
  return [...new Map(models).values()].filter(
    (model) =>
      !settled.has(model.fileId) && (request?.isUrgent === true || !isOverdue(uploadStateOf(model, 'model'))),
  );
}

/** Resolves with true once the model is settled: measured, or not measurable. */
async function measure(model: PartModel): Promise<boolean> {
  const onUnsent = request?.onUnsent;
  // A failed upload is repeated only by its retry button or by ordering.
  if (!onUnsent && uploadStateOf(model, 'model')?.status === 'failed') return false;
  const upload = await uploadPartFile(model, 'model', onUnsent !== undefined);
  if (upload?.status === 'sent') return fetchMeasures(model, upload.id);
  if (upload?.status !== 'failed') return false;
  // The file is not a model, or was deleted.
  if (!upload.canRetry) return settle(model, markUnmeasured);
  const keys = partsOf(model).map(({ key }) => key);
  if (!onUnsent || keys[0] === undefined) return false;
  requestRetryFocus(keys[0]);
  onUnsent(keys);
  return false;
}

async function fetchMeasures(model: PartModel, id: number): Promise<boolean> {
  try {
    const result = await fetchData(models.one, { params: { id }, quiet: true });
    if (result.status === 'waiting') return false;
    return settle(
      model,
      result.status === 'measured' ? (current) => withMeasures(current, result) : markUnmeasured,
    );
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === 404) forgetUpload(model, 'model', '模型文件已不在服务器上');
    return false;
  }
}

const partsOf = ({ fileId }: PartModel): PartDraft[] =>
  request?.parts.filter(({ modelFile }) => modelFile?.fileId === fileId) ?? [];

function settle(model: PartModel, update: (model: PartModel) => PartModel): true {
  for (const { key } of partsOf(model))
    request?.dispatch({
      type: 'modelRead',
      key,
      change: (current) => {
        const { modelFile, num } = current;
        if (modelFile?.fileId !== model.fileId || !isMeasuredByServer(current)) return {};
        const next = update(modelFile);
        return { ...withModel(current, next), ...(next.measures && num.trim() === '' && { num: '1' }) };
      },
    });
  return true;
}

const markUnmeasured = (model: PartModel): PartModel => ({ ...model, failure: 'unmeasured' });

/** Several bodies become one part, because the customer cannot choose among bodies without a view. */
function withMeasures(model: PartModel, { unit, bodies, whole }: Model): PartModel {
  const [first, ...others] = bodies;
  const isWhole = others.length > 0 || (first !== undefined && first.count > 1);
  const body = isWhole ? whole : first;
  if (!body) return markUnmeasured(model);
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

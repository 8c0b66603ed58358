import { getUser } from '#providers/session/session-store.ts';
import type { PartDraft } from '../../draft/draft.ts';
import type { PartModel } from '../../draft/part-model.ts';
import { sendFile, sendingOf, wayOf, type SentAs } from './sendings.ts';

let parts: readonly PartDraft[] = [];
let isRunning = false;

/**
 * Uploads the models that were read, one after the other and in the background. A model whose part is removed before its turn is
 * not sent. A failure is shown at its part, and the file is sent with the order.
 */
export function uploadEarly(now: readonly PartDraft[]): void {
  parts = now;
  if (!isRunning) void run(getUser()?.userId);
}

async function run(userId: number | undefined): Promise<void> {
  isRunning = true;
  try {
    // The next user who signs in must not send these files.
    for (let next = nextModel(); next && getUser()?.userId === userId; next = nextModel()) {
      const sending = await sendFile(next, earlyWay(next), false);
      if (sending?.status !== 'sent' && !(sending?.status === 'failed' && sending.isOfFile)) return;
    }
  } finally {
    isRunning = false;
  }
}

const nextModel = (): PartModel | undefined =>
  parts.find(
    ({ modelFile }) => modelFile?.measures && sendingOf(modelFile, earlyWay(modelFile)) === undefined,
  )?.modelFile;

/** Whether several bodies become separate parts or one, the server measures them. */
const earlyWay = (model: PartModel): SentAs => (model.measures?.sizeMm ? wayOf(model) : 'model');

import { getUser } from '#providers/session/session-store.ts';
import type { PartDraft } from '../../draft/draft.ts';
import type { PartModel } from '../../draft/part-model.ts';
import { uploadPartFile, uploadStateOf, uploadKindOf, type UploadKind } from './upload-states.ts';

let parts: readonly PartDraft[] = [];
let isRunning = false;

/**
 * Uploads the models that were read, one by one in the background. Skips models of removed parts. A failure is shown at its
 * part, and the file is uploaded with the order.
 */
export function uploadEarly(latest: readonly PartDraft[]): void {
  parts = latest;
  if (!isRunning) void run(getUser()?.userId);
}

async function run(userId: number | undefined): Promise<void> {
  isRunning = true;
  try {
    // Another user who signs in must not upload these files.
    for (let next = nextModel(); next && getUser()?.userId === userId; next = nextModel()) {
      const upload = await uploadPartFile(next, earlyKind(next), false);
      if (upload?.status !== 'sent' && !(upload?.status === 'failed' && upload.isFileSpecific)) return;
    }
  } finally {
    isRunning = false;
  }
}

const nextModel = (): PartModel | undefined =>
  parts.find(
    ({ modelFile }) => modelFile?.measures && uploadStateOf(modelFile, earlyKind(modelFile)) === undefined,
  )?.modelFile;

/** A file with several bodies is always measured, since the bodies may become separate parts. */
const earlyKind = (model: PartModel): UploadKind => (model.measures?.sizeMm ? uploadKindOf(model) : 'model');

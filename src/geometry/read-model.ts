import { decodeText } from './decode-text.ts';
import { igesNotes, igesToBrep, igesUnit } from './kernel/read-iges.ts';
import { readBodies } from './kernel/read-bodies.ts';
import { readBrep } from './kernel/read-brep.ts';
import type { Kernel, Occt } from './kernel/load.ts';
import type { ShapeReading } from './kernel/shape-reading.ts';
import { readStep } from './kernel/read-step.ts';
import { scoped } from './kernel/scope.ts';
import { subshapes } from './kernel/solids.ts';
import { readMesh } from './mesh/read-mesh.ts';
import { isIncomplete } from './notes.ts';
import { readStepLinks } from './step/step-links.ts';
import { scaleReading } from './scale-reading.ts';
import { modelFormat } from './model-format.ts';
import {
  defaultReadingLimits,
  ReadingError,
  type ModelFormat,
  type ModelReading,
  type ReadingLimits,
} from './model-reading.ts';

/**
 * Reads a model: bodies with measures in mm, features, fingerprint and triangles. Throws `ReadingError`. It is slow and uses
 * hundreds of megabytes: run it in its own worker or process, and end that afterwards.
 */
export async function readModel(
  bytes: Uint8Array,
  fileName: string,
  kernel: Kernel,
  limits: ReadingLimits = defaultReadingLimits,
): Promise<ModelReading> {
  if (bytes.length > limits.maxBytes) throw new ReadingError('too-large');
  const format = modelFormat(bytes, fileName);
  if (format === 'step' || format === 'brep' || format === 'iges') {
    return readWithKernel(format, bytes, kernel, limits);
  }
  return readMesh(bytes, format, limits);
}

async function readWithKernel(
  format: ModelFormat & ('step' | 'brep' | 'iges'),
  bytes: Uint8Array,
  kernel: Kernel,
  limits: ReadingLimits,
): Promise<ModelReading> {
  const oc = await kernel.occt();
  const iges = format === 'iges' ? await kernel.iges() : undefined;
  const { unit, factor } = iges ? igesUnit(bytes) : { unit: undefined, factor: 1 };
  try {
    return scoped((freeLater) => {
      const readBreps = (breps: readonly Uint8Array[]): ShapeReading => {
        const shapes = breps.map((brep) => readBrep(oc, freeLater, brep));
        const { TopAbs_FACE } = oc.TopAbs_ShapeEnum;
        const faces = shapes.flatMap((shape) => subshapes(oc, freeLater, shape, TopAbs_FACE)).length;
        return { shapes, unit, names: [], notes: iges ? igesNotes(bytes, faces) : [] };
      };
      const shapeReading =
        format === 'step'
          ? readStep(oc, freeLater, bytes, limits)
          : readBreps(iges ? igesToBrep(iges, bytes) : [bytes]);
      const reading = { format, unit: shapeReading.unit, ...bodiesOf(oc, freeLater, shapeReading, limits) };
      return factor === 1 ? reading : scaleReading(reading, factor);
    });
  } catch (error) {
    const reason = readingErrorOf(oc, error);
    throw format === 'step' && isCutOff(reason, bytes)
      ? new ReadingError('cut-off', { cause: error })
      : reason;
  }
}

/** Whether a STEP file gives no body because it ends within its data. */
const isCutOff = ({ failure }: ReadingError, bytes: Uint8Array): boolean =>
  ['damaged', 'no-body', 'tessellated-only'].includes(failure) &&
  decodeText(bytes.subarray(0, 256)).includes('ISO-10303-21') &&
  !readStepLinks(bytes, new Set()).hasDataEnd;

/** An incomplete file without a readable body counts as damaged. */
function bodiesOf(
  ...[oc, freeLater, shapeReading, limits]: Parameters<typeof readBodies>
): ReturnType<typeof readBodies> {
  try {
    return readBodies(oc, freeLater, shapeReading, limits);
  } catch (error) {
    const isEmpty = error instanceof ReadingError && ['no-body', 'not-finite'].includes(error.failure);
    throw isEmpty && isIncomplete(shapeReading.notes) ? new ReadingError('damaged', { cause: error }) : error;
  }
}

/**
 * The failure behind an exception of the kernel. Exhausted memory arrives as a C++ exception, as an aborted module or as an array
 * that cannot be allocated.
 */
function readingErrorOf(oc: Occt, error: unknown): ReadingError {
  if (error instanceof ReadingError) return error;
  const isOutOfMemory = /out ?of ?memory|bad_alloc|OOM|enlarge memory|allocation failed/i.test(
    messageOf(oc, error),
  );
  return new ReadingError(isOutOfMemory ? 'out-of-memory' : 'damaged', { cause: error });
}

/** The kernel keeps the type and message of a C++ exception in its memory. */
function messageOf(oc: Occt, error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  try {
    return oc.getExceptionMessage(error as WebAssembly.Exception).join(': ');
  } catch {
    return String(error);
  }
}

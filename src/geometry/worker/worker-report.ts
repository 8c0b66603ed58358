import type { ModelReading, ReadingFailure, ReadingLimits } from '../model-reading.ts';

/** Failures of the reader, and other reasons why there is no reading of a model. */
export type ModelFailure =
  | ReadingFailure
  /** The kernel could not be loaded, or the browser forbids it. */
  | 'kernel-missing'
  | 'cancelled'
  /** The shop does not accept this format. */
  | 'format-refused'
  /** The file is no longer in this browser. */
  | 'file-gone'
  /** Neither the browser nor the server could measure it. */
  | 'unmeasured'
  /** The shop has deleted the file of a model that was ordered. */
  | 'deleted';

/** Messages to the worker: optionally to load the kernel, then to read one file. */
export type WorkerRequest = { type: 'prepare' } | { type: 'read'; file: File; limits: ReadingLimits };

/** Messages of the worker. */
export type WorkerReport =
  /** `percent` is the share of the kernel downloaded so far. */
  | { type: 'stage'; stage: 'loading' | 'reading'; percent?: number }
  | { type: 'read'; reading: ModelReading }
  | { type: 'failed'; failure: ModelFailure };

export type ReadingOutcome = Exclude<WorkerReport, { type: 'stage' }>;

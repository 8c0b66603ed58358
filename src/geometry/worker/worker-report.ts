import type { ModelReading, ReadingFailure, ReadingLimits } from '../model-reading.ts';

/** Failures of the reader, and those of the browser around it. */
export type ModelFailure =
  | ReadingFailure
  /** The reading program could not be loaded, or the browser refuses it. */
  | 'kernel-missing'
  | 'cancelled'
  /** The shop does not take this format. */
  | 'format-refused'
  /** The file is no longer in this browser. */
  | 'file-gone'
  /** Neither the browser nor the server could measure it. */
  | 'unmeasured'
  /** The shop has deleted the file of a model that was ordered. */
  | 'deleted';

/** Messages to the worker: perhaps the order to load the kernel, then one file. */
export type WorkerOrder = { type: 'prepare' } | { type: 'read'; file: File; limits: ReadingLimits };

/** Messages of the worker. */
export type WorkerReport =
  /** While it loads: percent of the kernel that have arrived. */
  | { type: 'stage'; stage: 'loading' | 'reading'; percent?: number }
  | { type: 'read'; reading: ModelReading }
  | { type: 'failed'; failure: ModelFailure };

export type ReadingOutcome = Exclude<WorkerReport, { type: 'stage' }>;

import * as z from 'zod/mini';
import { timestamp } from '../kernel/fields.ts';

/** Scheduled drafts that set other values for the changed prices, earliest first; `count` is the number of such prices. */
export const conflictingDrafts = z.array(
  z.object({ id: z.number(), name: z.string(), publishAt: timestamp, count: z.number() }),
);
export type ConflictingDrafts = z.output<typeof conflictingDrafts>;

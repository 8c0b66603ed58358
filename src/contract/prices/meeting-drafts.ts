import * as z from 'zod/mini';
import { timestamp } from '../kernel/fields.ts';

/** Drafts with a moment that give changed prices other values, earliest first. */
export const meetingDrafts = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    publishAt: timestamp,
    /** Number of the prices. */
    count: z.number(),
  }),
);
export type MeetingDrafts = z.output<typeof meetingDrafts>;

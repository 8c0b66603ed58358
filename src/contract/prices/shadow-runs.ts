import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { id, idParams, timestamp, whole } from '../kernel/fields.ts';

/** The limit of concurrent shadow runs. */
export const MAX_SHADOW_RUNS = 3;
export const MAX_SHADOW_DAYS = 60;

/** Why a shadow run ended: as scheduled, stopped by staff, or because its draft was published. */
export const SHADOW_ENDS = ['moment', 'stopped', 'published'] as const;
export type ShadowEnd = (typeof SHADOW_ENDS)[number];

/** The state of the draft; `edited`: its prices have changed since the shadow run began; `gone`: deleted. */
export const SHADOW_DRAFT_STATES = ['same', 'edited', 'scheduled', 'live', 'undone', 'gone'] as const;

/** The fields of a shadow run in addition to those of a replay. */
export const shadowRun = z.object({
  /** When it ends, or ended. */
  until: timestamp,
  endedBy: z.nullable(z.literal([...SHADOW_ENDS])),
  /** When its result was last computed. */
  computedAt: z.nullable(timestamp),
  draft: z.literal([...SHADOW_DRAFT_STATES]),
});
export type ShadowRun = z.output<typeof shadowRun>;

/**
 * A shadow run also prices new requests and orders with a draft, without affecting them. It is a replay of a future
 * period: it is listed, read, exported and deleted as a replay, with the same permission.
 */
export const shadowRuns = {
  /**
   * Stores the prices of an unpublished draft, and from now on also prices all requests and orders with them, for comparison;
   * `data` is the id of the replay. 409 `replay.too_many_shadows` while three are running.
   */
  start: {
    method: 'POST',
    path: '/price-replay/shadow',
    summary: '开始影子运行',
    permission: 'mfr:replay:run',
    msg: '影子运行已开始',
    body: z.strictObject({ draftId: id, days: whole('天数', { min: 1, max: MAX_SHADOW_DAYS }) }),
    data: z.number(),
  },
  /** Ends a shadow run now; its last result follows within seconds. 409 `record.changed` if it has ended. */
  stop: {
    method: 'POST',
    path: '/price-replay/:id/stop',
    summary: '提前结束影子运行',
    permission: 'mfr:replay:run',
    msg: '影子运行已结束，正在汇总',
    params: idParams,
    data: z.null(),
  },
} as const satisfies Endpoints;

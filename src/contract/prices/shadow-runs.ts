import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { id, idParams, timestamp, whole } from '../kernel/fields.ts';

/** Shadow runs at once, at most. */
export const MAX_SHADOW_RUNS = 3;
/** The longest shadow run. */
export const MAX_SHADOW_DAYS = 60;

/** Why a shadow run ended: at its moment, earlier by staff, or because its draft was published. */
export const SHADOW_ENDS = ['moment', 'stopped', 'published'] as const;
export type ShadowEnd = (typeof SHADOW_ENDS)[number];

/** The state of the draft since the shadow run began; `edited`: its prices have changed. */
export const SHADOWED_DRAFTS = ['same', 'edited', 'scheduled', 'live', 'undone', 'gone'] as const;

/** The fields of a shadow run in addition to those of a replay. */
export const shadowRun = z.object({
  /** When it ends, or ended. */
  until: timestamp,
  endedBy: z.nullable(z.literal([...SHADOW_ENDS])),
  /** When its result was computed last. */
  computedAt: z.nullable(timestamp),
  draft: z.literal([...SHADOWED_DRAFTS]),
});
export type ShadowRun = z.output<typeof shadowRun>;

/**
 * Drafts that are tried next to the live prices on incoming requests and orders. A shadow run is a replay of a future period:
 * list, result, export, deletion and permission are those of replays.
 */
export const shadowRuns = {
  /**
   * Stores the prices of an unpublished draft and prices with them all requests and orders from now on; `data` is the replay's
   * id. 409 `replay.too_many_shadows` while three run.
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
  /** Ends one now; its last result follows within seconds. 409 `record.changed` for one that has ended. */
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

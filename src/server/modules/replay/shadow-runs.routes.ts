import { MAX_SHADOW_RUNS, shadowRuns } from '#contract/prices/shadow-runs.ts';
import { dateText } from '#domain/shanghai-time.ts';
import type { Database } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { sendJob } from '#server/jobs/job-queue.ts';
import { assertSeesAllOrders, assertSeesPrices } from './replays.routes.ts';
import { countReplays, findOpenDraft, findReplay, insertReplay } from './replays.queries.ts';
import { ORDER_WRITE_DELAY_S } from './shadow-run.service.ts';
import { stopShadow } from './shadow-runs.queries.ts';

const DAY_S = 86_400;

/** Starts and stops shadow runs; the job queue computes them (`shadow-run.service.ts`). */
export function shadowRunRoutes(app: App, { db }: Database): void {
  route(app, shadowRuns.start, async ({ body: { draftId, days }, session, now, audit }) => {
    assertSeesAllOrders(session);
    assertSeesPrices(session);
    return db.transaction(async (tx) => {
      if ((await countReplays(tx, ['shadow'])) >= MAX_SHADOW_RUNS)
        throw new AppError('replay.too_many_shadows');
      const { name: draftName, changes } = foundOrThrow(await findOpenDraft(tx, draftId));
      const shadowUntil = new Date(now.getTime() + days * DAY_S * 1_000);
      const id = await insertReplay(tx, {
        draftId,
        draftName,
        filter: {
          beginDate: dateText(now),
          endDate: dateText(shadowUntil),
          status: 'any',
          deptId: null,
          username: '',
          materialTag: '',
          processId: null,
        },
        state: 'shadow',
        shadowUntil,
        shadowChanges: changes,
        createdName: session.nickName,
        createBy: session.userId,
        createdAt: now,
      });
      await sendJob(tx, 'shadow-prices', {}, { key: `start-${id}` });
      await sendJob(
        tx,
        'shadow-prices',
        {},
        { key: `end-${id}`, delayS: days * DAY_S + ORDER_WRITE_DELAY_S },
      );
      audit({ id, name: draftName, days });
      return id;
    });
  });
  route(app, shadowRuns.stop, async ({ params, session, now, audit }) => {
    assertSeesAllOrders(session);
    const { id, draftName } = foundOrThrow(await findReplay(db, params.id));
    audit({ id, name: draftName });
    await db.transaction(async (tx) => {
      if (!(await stopShadow(tx, id, now))) throw new AppError('record.changed');
      await sendJob(tx, 'shadow-prices', {}, { key: `stop-${id}`, delayS: ORDER_WRITE_DELAY_S });
    });
    return null;
  });
}

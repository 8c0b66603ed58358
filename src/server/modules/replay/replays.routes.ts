import { MAX_ACTIVE_REPLAYS, priceReplays, type NewReplay } from '#contract/prices/price-replays.ts';
import { REFUSAL_DICT } from '#contract/orders/order-moves.ts';
import { hasPermission } from '#domain/permissions.ts';
import type { Database, Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { tableFile } from '#server/tables/table-file.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { isPriceVersion } from '#server/modules/catalogue/price-history.service.ts';
import { readLabels } from '#server/modules/dictionaries/labels.ts';
import { presentReceipt, presentResult } from './present-result.ts';
import { queueReplay } from './replay-job.service.ts';
import { sheetOfReplay } from './replay-sheet.ts';
import {
  countReplays,
  deleteReplay,
  endReplay,
  findOpenDraft,
  findReceipts,
  findReplay,
  insertReplay,
  listReplays,
  presentReplay,
} from './replays.queries.ts';

/** Starts and stops replays of prices on past orders; the job queue computes them (`replay-job.service.ts`). */
export function replayRoutes(app: App, { db }: Database): void {
  route(app, priceReplays.list, ({ query, session }) => {
    assertSeesAllOrders(session);
    return listReplays(db, query);
  });
  route(app, priceReplays.one, async ({ params, session }) => {
    assertSeesAllOrders(session);
    const { result, ...row } = foundOrThrow(await findReplay(db, params.id));
    return { ...presentReplay(row), result: result && presentResult(result, seesCosts(session)) };
  });
  route(
    app,
    priceReplays.start,
    async ({ body: { draftId, bookRevision, ...filter }, session, now, audit }) => {
      assertSeesAllOrders(session);
      if (draftId !== null || bookRevision !== null) assertSeesPrices(session);
      return db.transaction(async (tx) => {
        if ((await countReplays(tx, ['waiting', 'running'])) >= MAX_ACTIVE_REPLAYS)
          throw new AppError('replay.too_many');
        const draftName = await readReplayName(tx, { draftId, bookRevision });
        const { userId: createBy, nickName: createdName } = session;
        const id = await insertReplay(tx, {
          draftId,
          bookRevision,
          draftName,
          filter,
          createdName,
          createBy,
          createdAt: now,
        });
        await queueReplay(tx, id);
        audit({ id, name: draftName, ...filter });
        return id;
      });
    },
  );
  route(app, priceReplays.cancel, async ({ params, session, audit }) => {
    assertSeesAllOrders(session);
    const { id, draftName } = foundOrThrow(await findReplay(db, params.id));
    audit({ id, name: draftName });
    if (!(await endReplay(db, id, { state: 'cancelled' }))) throw new AppError('record.changed');
    return null;
  });
  route(app, priceReplays.remove, async ({ params, session, audit }) => {
    assertSeesAllOrders(session);
    const { id, draftName } = foundOrThrow(await findReplay(db, params.id));
    audit({ id, name: draftName });
    if (!(await deleteReplay(db, id))) throw new AppError('record.changed');
    return null;
  });
  route(app, priceReplays.order, async ({ params: { id, orderId }, session }) => {
    assertSeesAllOrders(session);
    return { lines: foundOrThrow(await findReceipts(db, id, orderId)).map(presentReceipt) };
  });
  route(app, priceReplays.export, async ({ params, query: { format }, session }) => {
    assertSeesAllOrders(session);
    const { result, ...row } = foundOrThrow(await findReplay(db, params.id));
    const stored = foundOrThrow(result ?? undefined);
    const presented = presentResult(stored, seesCosts(session));
    const labels = await readLabels(db, REFUSAL_DICT, 'deleted');
    return tableFile('调价试算', format, sheetOfReplay(presentReplay(row), presented, labels));
  });
}

/** The name of a draft or version; '' for the live prices. Throws `record.not_found` if it is unknown or has ended. */
async function readReplayName(
  tx: Db,
  { draftId, bookRevision }: Pick<NewReplay, 'draftId' | 'bookRevision'>,
): Promise<string> {
  if (draftId !== null) return foundOrThrow(await findOpenDraft(tx, draftId)).name;
  if (bookRevision === null) return '';
  if (!(await isPriceVersion(tx, bookRevision))) throw new AppError('record.not_found');
  return `价目版本 ${bookRevision}`;
}

const seesCosts = ({ grant: { permissions } }: Caller) => hasPermission(permissions, 'mfr:cost:list');

/** A replay sums the orders of all customers. Throws `permission.denied` for a restricted scope. */
export function assertSeesAllOrders({ grant }: Caller): void {
  if (!grant.scope.all) throw new AppError('permission.denied');
}

/** Throws `permission.denied` unless the caller may see the price table, and thus prices that are not live. */
export function assertSeesPrices({ grant }: Caller): void {
  if (!hasPermission(grant.permissions, 'mfr:price:list'))
    throw new AppError('permission.denied', { msg: '您没有查看价目总表的权限，不能用草稿或价目版本试算' });
}

import { MAX_PRICE_DRAFTS, priceDrafts, type PriceDraftCell } from '#contract/price-drafts.ts';
import type { CellChange } from '#contract/price-table.ts';
import type { Database, Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { route, type App } from '#server/http/route.ts';
import { setManualOptions, writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import {
  countOpenDrafts,
  deleteDraft,
  findDraft,
  insertDraft,
  inverseOf,
  listDrafts,
  moveDraft,
  presentDraft,
  type DraftRow,
} from './price-drafts.queries.ts';
import { pairKey, type PriceGrid } from './price-grid.ts';
import { readCells, readGrid } from './price-table.queries.ts';
import { assertCells, isSameCell, namesOf, notedCells, saveCells } from './save-cells.ts';

/** Drafts of the price table: collected, published at once, rolled back exactly. */
export function priceDraftRoutes(app: App, database: Database): void {
  const { db } = database;

  route(app, priceDrafts.list, ({ query }) => listDrafts(db, query));
  route(app, priceDrafts.one, ({ params }) =>
    db.transaction(
      async (tx) => {
        const draft = await draftOrThrow(tx, params.id);
        return { ...presentDraft(draft), cells: await namedCells(tx, draft) };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  );
  route(app, priceDrafts.create, ({ body: { name, reason, cells }, session, now, note }) =>
    db.transaction(async (tx) => {
      if ((await countOpenDrafts(tx)) >= MAX_PRICE_DRAFTS) throw new AppError('price.too_many_drafts');
      const changes = cells.filter(({ before, after }) => !isSameCell(before, after));
      if (changes.length === 0) throw new AppError('request.invalid', { msg: '没有要保存的价格' });
      assertCells(changes, await readGrid(tx));
      const { userId, nickName } = session;
      const draft = { name: name.trim(), reason: reason.trim(), changes, createdName: nickName };
      const id = await insertDraft(tx, { ...draft, createBy: userId, createdAt: now });
      note({ id, name: draft.name, saved: changes.length });
      return id;
    }),
  );
  route(app, priceDrafts.publish, ({ params, body: { seen, version, confirmJumps }, session, note }) =>
    writeCatalogue(database, async (tx, now) => {
      const { userId, nickName } = session;
      const draft = await draftOrThrow(tx, params.id);
      note({ id: draft.id, name: draft.name });
      assertState(draft, 'draft', version);
      const current = new Map(seen.map((one) => [pairKey(one.materialId, one.optionId), one.current]));
      const wanted = draft.changes.map((change): CellChange => {
        const key = pairKey(change.materialId, change.optionId);
        return current.has(key) ? { ...change, before: current.get(key) ?? null } : change;
      });
      const { changed, grid } = await saveCells(tx, wanted, { userId, now }, confirmJumps);
      // What was replaced is what a roll-back restores.
      const changes = wanted.map((change) =>
        isManual(change, grid) ? { ...change, wasManual: true as const } : change,
      );
      const next = { state: 'live', changes, publishedName: nickName, publishedAt: now } as const;
      if (!(await moveDraft(tx, draft, next, { userId, now }))) throw new AppError('record.changed');
      note(notedCells(changed, grid));
      return { saved: changed.length };
    }),
  );
  route(app, priceDrafts.rollBack, ({ params, body: { version }, session, note }) =>
    writeCatalogue(database, async (tx, now) => {
      const { userId, nickName } = session;
      const draft = await draftOrThrow(tx, params.id);
      note({ id: draft.id, name: draft.name });
      assertState(draft, 'live', version);
      // These prices were confirmed before.
      const { changed, grid } = await saveCells(tx, inverseOf(draft.changes), { userId, now }, true);
      await restoreManual(tx, draft.changes, grid);
      const next = { state: 'undone', undoneName: nickName, undoneAt: now } as const;
      if (!(await moveDraft(tx, draft, next, { userId, now }))) throw new AppError('record.changed');
      note(notedCells(changed, grid));
      return { saved: changed.length };
    }),
  );
  route(app, priceDrafts.remove, async ({ params, note }) => {
    const draft = await draftOrThrow(db, params.id);
    note({ id: draft.id, name: draft.name });
    if (!(await deleteDraft(db, draft.id))) throw new AppError('record.changed');
    return null;
  });
}

async function draftOrThrow(db: Db, id: number): Promise<DraftRow> {
  const draft = await findDraft(db, id);
  if (!draft) throw new AppError('record.not_found');
  return draft;
}

function assertState(draft: DraftRow, state: DraftRow['state'], version: number): void {
  if (draft.state !== state || draft.version !== version) throw new AppError('record.changed');
}

/** Whether a person prices the pair: a price ends that. */
const isManual = ({ materialId, optionId }: CellChange, { materials }: PriceGrid): boolean =>
  materials.some(({ id, manualOptions }) => id === materialId && manualOptions.includes(optionId));

/** Marks the pairs 需人工 again that were so before the publication. */
async function restoreManual(tx: Db, changes: DraftRow['changes'], { materials }: PriceGrid): Promise<void> {
  for (const { id, manualOptions } of materials) {
    const restored = changes.filter(({ materialId, wasManual }) => wasManual && materialId === id);
    if (restored.length === 0) continue;
    await setManualOptions(tx, id, [...manualOptions, ...restored.map(({ optionId }) => optionId)]);
  }
}

/** The prices of a draft with their names and what the table holds now. */
async function namedCells(tx: Db, { changes }: DraftRow): Promise<PriceDraftCell[]> {
  const nameOf = namesOf(await readGrid(tx));
  const current = await readCells(tx, changes);
  return changes.map((change) => {
    const { material = '已删除的材料', option = '已删除的选项' } = nameOf(change);
    return {
      ...change,
      materialName: material,
      optionName: option,
      now: current.get(pairKey(change.materialId, change.optionId)) ?? null,
    };
  });
}

import { priceKey } from '#contract/prices/price-changes.ts';
import { MAX_DAYS_AHEAD, priceDrafts } from '#contract/prices/price-drafts.ts';
import { inSnapshot, type Database } from '#server/db/database.ts';
import type { DraftChange } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { route, type App } from '#server/http/route.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { mergeChanges } from './changes/change-values.ts';
import { withNames, readCurrentPrices, hashPrices } from './changes/current-prices.ts';
import { assertMayChange, maySee } from './changes/price-access.ts';
import { rebaseChanges } from './changes/rebase-changes.ts';
import { readSentFile } from '#server/imports/plan-import.ts';
import { convertImportedRules } from './imported-rules.service.ts';
import { addToDraft, assertState, saveChanges, saveDraft } from './save-draft.service.ts';
import { deleteDraft, findDraftsInConflict, listDrafts, presentDraft } from './price-drafts.queries.ts';
import {
  draftOrThrow,
  updateDraftOrThrow,
  publishDraft,
  dryRunPublication,
  rollBackDraft,
} from './publish-draft.service.ts';
import { queuePublication } from './publish-due.service.ts';

const DAY_MS = 86_400_000;

export function priceDraftRoutes(app: App, database: Database): void {
  const { db } = database;

  route(app, priceDrafts.list, ({ query }) => listDrafts(db, query));
  route(app, priceDrafts.one, ({ params, session }) =>
    inSnapshot(database, async (tx) => {
      const draft = await draftOrThrow(tx, params.id);
      const visible = draft.changes.filter((change) => maySee(session, change));
      const current = await readCurrentPrices(tx, draft.changes);
      return {
        ...presentDraft(draft),
        changes: await withNames(tx, visible, current),
        hidden: draft.changes.length - visible.length,
        meets: await findDraftsInConflict(tx, draft),
        seen: hashPrices(current),
      };
    }),
  );
  route(app, priceDrafts.create, ({ body: { name, reason, changes: sent }, session, now, audit }) =>
    db.transaction(async (tx) => {
      await assertMayChange(tx, session, sent);
      const { id, logEntry } = await saveDraft(tx, { name, reason, changes: sent }, session, now);
      audit(logEntry);
      return id;
    }),
  );
  route(app, priceDrafts.add, ({ params, body: { changes: sent, version }, session, now, audit }) =>
    db.transaction(async (tx) => {
      await assertMayChange(tx, session, sent);
      const draft = await draftOrThrow(tx, params.id);
      audit({ id: draft.id, name: draft.name, added: sent.length });
      return { count: await addToDraft(tx, draft, version, sent, { userId: session.userId, now }) };
    }),
  );
  route(app, priceDrafts.createFromRules, async ({ body, session, now, audit }) => {
    const { file, token, ...heading } = body;
    const sentImport = { table: await readSentFile(file), token, caller: session };
    return writeCatalogue(database, async (tx, changedAt) => {
      const { changes, logEntry: importLogEntry } = await convertImportedRules(tx, sentImport, changedAt);
      const { id, logEntry } = await saveDraft(tx, { ...heading, changes }, session, now);
      audit({ ...logEntry, ...importLogEntry });
      return id;
    });
  });
  route(
    app,
    priceDrafts.addRules,
    async ({ params, body: { file, token, version }, session, now, audit }) => {
      const sentImport = { table: await readSentFile(file), token, caller: session };
      return writeCatalogue(database, async (tx, changedAt) => {
        const { changes, logEntry } = await convertImportedRules(tx, sentImport, changedAt);
        const draft = await draftOrThrow(tx, params.id);
        audit({ id: draft.id, name: draft.name, added: changes.length, ...logEntry });
        return { count: await addToDraft(tx, draft, version, changes, { userId: session.userId, now }) };
      });
    },
  );
  route(app, priceDrafts.drop, ({ params, body: { keys, version }, session, now, audit }) =>
    db.transaction(async (tx) => {
      const draft = await draftOrThrow(tx, params.id);
      audit({ id: draft.id, name: draft.name, dropped: keys.length });
      assertState(draft, 'draft', version);
      const changes = withoutKeys(draft.changes, keys, (change) => maySee(session, change));
      return { count: await saveChanges(tx, draft, changes, { userId: session.userId, now }) };
    }),
  );
  route(app, priceDrafts.merge, ({ params, body, session, now, audit }) =>
    db.transaction(async (tx) => {
      const { other: otherId, otherVersion, version, ours = [], theirs = [] } = body;
      if (otherId === params.id) throw new AppError('request.invalid', { msg: '请选择另一份草稿' });
      const draft = await draftOrThrow(tx, params.id);
      const other = await draftOrThrow(tx, otherId);
      audit({ id: draft.id, name: draft.name, merged: other.name });
      assertState(draft, 'draft', version);
      assertState(other, 'draft', otherVersion);
      await assertMayChange(tx, session, [...draft.changes, ...other.changes]);
      const { changes, undecided } = mergeChanges(draft.changes, other.changes, { ours, theirs });
      if (undecided.length > 0) throw new AppError('price.drafts_differ', { data: { keys: undecided } });
      if (!(await deleteDraft(tx, other.id, otherVersion))) throw new AppError('record.changed');
      return { count: await saveChanges(tx, draft, changes, { userId: session.userId, now }) };
    }),
  );
  route(app, priceDrafts.publish, ({ params, body: { version, ...confirmed }, session, audit }) =>
    writeCatalogue(database, async (tx, now) => {
      const draft = await draftOrThrow(tx, params.id);
      audit({ id: draft.id, name: draft.name });
      assertState(draft, 'draft', version);
      await assertMayChange(tx, session, draft.changes);
      const { saved, logEntry } = await publishDraft(tx, draft, confirmed, publisherOf(session), now);
      audit(logEntry);
      return { saved };
    }),
  );
  route(app, priceDrafts.schedule, async ({ params, body, session, now, audit }) => {
    const { version, publishAt: at, ...confirmed } = body;
    const publishAt = parsePublishAt(at, now);
    const publisher = publisherOf(session);
    // A draft that would fail at the scheduled time is refused now.
    await dryRunPublication(database, async (tx, changedAt) => {
      const draft = await draftOrThrow(tx, params.id);
      audit({ id: draft.id, name: draft.name, publishAt: publishAt.toISOString() });
      assertState(draft, 'draft', version);
      await assertMayChange(tx, session, draft.changes);
      await publishDraft(tx, draft, confirmed, publisher, changedAt);
    });
    await db.transaction(async (tx) => {
      const draft = await draftOrThrow(tx, params.id);
      const changes = await rebaseChanges(tx, draft.changes, confirmed.seen);
      const scheduled = { scheduledBy: publisher.userId, scheduledName: publisher.name, failure: '' };
      const next = { state: 'scheduled', changes, publishAt, ...scheduled } as const;
      await updateDraftOrThrow(tx, { ...draft, version, state: 'draft' }, next, {
        userId: publisher.userId,
        now,
      });
      await queuePublication(tx, { id: draft.id, version: version + 1, publishAt }, now);
    });
    return null;
  });
  route(app, priceDrafts.unschedule, ({ params, body: { version }, session: { userId }, now, audit }) =>
    db.transaction(async (tx) => {
      const draft = await draftOrThrow(tx, params.id);
      audit({ id: draft.id, name: draft.name });
      assertState(draft, 'scheduled', version);
      await updateDraftOrThrow(tx, draft, { state: 'draft', publishAt: null }, { userId, now });
      return null;
    }),
  );
  route(app, priceDrafts.rollBack, ({ params, body: { version, kept = [] }, session, audit }) =>
    writeCatalogue(database, async (tx, now) => {
      const draft = await draftOrThrow(tx, params.id);
      audit({ id: draft.id, name: draft.name });
      assertState(draft, 'live', version);
      await assertMayChange(tx, session, draft.changes);
      const { saved, logEntry } = await rollBackDraft(tx, draft, kept, publisherOf(session), now);
      audit(logEntry);
      return { saved };
    }),
  );
  route(app, priceDrafts.remove, async ({ params, audit }) => {
    const draft = await draftOrThrow(db, params.id);
    audit({ id: draft.id, name: draft.name });
    if (!(await deleteDraft(db, draft.id))) throw new AppError('record.changed');
    return null;
  });
}

const publisherOf = ({ userId, nickName }: { userId: number; nickName: string }) => ({
  userId,
  name: nickName,
});

/** Removes changes by key. Throws `request.invalid` for a price that the caller cannot see or if none is left. */
function withoutKeys(
  changes: readonly DraftChange[],
  keys: readonly string[],
  isVisible: (change: DraftChange) => boolean,
): DraftChange[] {
  const dropped = new Set(keys);
  const remaining = changes.filter((change) => !dropped.has(priceKey(change)) || !isVisible(change));
  if (changes.length - remaining.length < dropped.size)
    throw new AppError('request.invalid', { msg: '草稿中没有这个价格' });
  if (remaining.length === 0)
    throw new AppError('request.invalid', { msg: '移除后草稿中没有价格，请直接删除草稿' });
  return remaining;
}

/** Throws `request.invalid` for a time that is invalid, past, or more than a year ahead. */
function parsePublishAt(text: string, now: Date): Date {
  const publishAt = new Date(text);
  const msg =
    publishAt <= now
      ? '发布时间已过，请选择以后的时间，或立即发布'
      : publishAt.getTime() - now.getTime() > MAX_DAYS_AHEAD * DAY_MS
        ? '发布时间最多可设到一年以后'
        : undefined;
  if (msg !== undefined || Number.isNaN(publishAt.getTime()))
    throw new AppError('request.invalid', {
      msg: msg ?? '请选择发布时间',
      fields: { publishAt: msg ?? '请选择发布时间' },
    });
  return publishAt;
}

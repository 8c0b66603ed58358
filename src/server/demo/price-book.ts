import { sql } from 'drizzle-orm';
import { startOfHour } from '#domain/shanghai-time.ts';
import type { Db } from '#server/db/database.ts';
import {
  chargeRules,
  reviewRules,
  leadClasses,
  machiningPrices,
  materials,
  priceHistory,
  type DraftChange,
} from '#server/db/schema.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { readCatalogue, type Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { setAgreedPrices } from '#server/modules/catalogue/machining-prices.queries.ts';
import { insertDraft } from '#server/modules/price-table/price-drafts.queries.ts';
import { upsertCells } from '#server/modules/price-table/price-table.queries.ts';
import { draftOrThrow, publishDraft } from '#server/modules/price-table/publish-draft.service.ts';
import { planPrices, pricesBefore, type PlannedVersion } from './plan-prices.ts';
import type { Person, Shop } from './shop.ts';

/** The hour at which prices are published, before the day's first order. */
export const PUBLISH_HOUR = 8;
/** Hours between a draft and its publication. */
const HOURS_AS_DRAFT = 89;
const HOUR_MS = 3_600_000;

/** The catalogue at successive times. */
export interface PriceBook {
  /** The catalogue at this time. Applies the changes that are due, so times must ascend. */
  at: (moment: Date) => Promise<Catalogue>;
  /** The time of the next change; undefined without one. */
  next: () => Date | undefined;
}

/** A change of the catalogue at a time. */
export interface Change {
  at: Date;
  apply: () => Promise<void>;
}

/** Applies the changes in chronological order and reads the catalogue after those that are due. */
export function createPriceBook(tx: Db, changes: readonly Change[]): PriceBook {
  const pendingChanges = changes.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  let current: Catalogue | undefined;
  return {
    next: () => pendingChanges[0]?.at,
    at: async (moment) => {
      while (pendingChanges[0] && pendingChanges[0].at <= moment) {
        await advanceRevision(tx, 'catalogue');
        await pendingChanges.shift()?.apply();
        current = undefined;
      }
      return (current ??= await readCatalogue(tx));
    },
  };
}

/** Whether a user has changed prices in this installation. */
export async function hasPriceHistory(tx: Db): Promise<boolean> {
  const rows = await tx.select({ id: priceHistory.id }).from(priceHistory).limit(1);
  return rows.length > 0;
}

/** Resets the prices to those of the first day and returns the changes to the current ones: one published draft a quarter. */
export async function planVersions({ tx, catalogue, first, last }: Shop, admin: Person): Promise<Change[]> {
  const versions = planPrices(catalogue, { first, last });
  const startOfFirstDay = startOfHour(first, 0);
  await restorePrices(tx, pricesBefore(versions), { userId: admin.userId, now: startOfFirstDay });
  await backdateCatalogue(tx, startOfFirstDay);
  return versions.map((version) => planPublication(tx, admin, version));
}

/** Makes catalogue and rules as old as the shop, so that later changes are newer than the records. */
async function backdateCatalogue(tx: Db, since: Date): Promise<void> {
  for (const table of [materials, machiningPrices, chargeRules, reviewRules, leadClasses])
    await tx.execute(
      sql`update ${table} set created_at = ${since.toISOString()}, updated_at = ${since.toISOString()}`,
    );
}

/** Restores the prices before these changes without writing history. */
async function restorePrices(
  tx: Db,
  changes: readonly DraftChange[],
  by: { userId: number; now: Date },
): Promise<void> {
  const machining = changes.flatMap((change) => (change.kind === 'machining' ? [change] : []));
  // Department 0 has the system's prices.
  await setAgreedPrices(
    tx,
    0,
    machining.map(({ materialTag, before }) => ({ materialTag, price: before })),
    by,
  );
  await upsertCells(
    tx,
    changes.flatMap((change) =>
      change.kind === 'cell' && change.before ? [{ ...change, ...change.before }] : [],
    ),
  );
}

/** The publication of a draft on the morning of its day. */
export function planPublication(
  tx: Db,
  { userId, nickName }: Person,
  { name, reason, day, changes }: PlannedVersion,
): Change {
  const at = startOfHour(day, PUBLISH_HOUR);
  return {
    at,
    apply: async () => {
      const id = await insertDraft(tx, {
        name,
        reason,
        changes,
        createdName: nickName,
        createBy: userId,
        createdAt: new Date(at.getTime() - HOURS_AS_DRAFT * HOUR_MS),
      });
      await publishDraft(
        tx,
        await draftOrThrow(tx, id),
        { confirmJumps: true },
        { userId, name: nickName },
        at,
      );
    },
  };
}

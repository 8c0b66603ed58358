import { eq } from 'drizzle-orm';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { Book } from '#domain/replay/sold-line.ts';
import { inverseOf } from '#contract/prices/price-changes.ts';
import type { ReplayFilter } from '#contract/prices/price-replays.ts';
import { inSnapshot, type Database, type Db } from '#server/db/database.ts';
import { priceDrafts, type DraftChange } from '#server/db/schema.ts';
import {
  readCatalogue,
  readLeadTerms,
  readRuleStates,
  type Catalogue,
} from '#server/modules/catalogue/catalogue.service.ts';
import { listChangesToRestore } from '#server/modules/catalogue/price-history.service.ts';
import { bookOf, leadsWith, rulesWith, withDraft } from './draft-book.ts';
import { replayOrders, type ReplayOutcome, type ReplayTask } from './replay-orders.ts';

export interface DraftTask extends Pick<ReplayTask, 'now'> {
  /** null: the live prices only. */
  draftId: number | null;
  /** The version whose prices are replayed instead of a draft's. */
  bookRevision?: number | null;
  filter: ReplayFilter;
  /** For a shadow run: the draft's changes at its start, and the period of its orders. */
  shadow?: { changes: readonly DraftChange[]; from: Date; to: Date };
}

/** Replays a draft, or the prices of a version, in one snapshot of the database; undefined when the draft was published or deleted. */
export function replayDraft(
  database: Database,
  { draftId, bookRevision, filter, now, shadow }: DraftTask,
  onProgress: ReplayTask['onProgress'],
): Promise<ReplayOutcome | undefined> {
  return inSnapshot(database, async (tx) => {
    const catalogue = await readCatalogue(tx);
    const replayed = await readChanges(tx, { draftId, bookRevision, shadow });
    if (!replayed) return undefined;
    const books = await createBooks(tx, catalogue, replayed, now);
    const { revision: catalogueRevision } = catalogue;
    return replayOrders(tx, {
      ...books,
      filter: { ...filter, window: shadow },
      catalogueRevision,
      now,
      onProgress,
    });
  });
}

interface ReplayedChanges {
  /** Changes that undo, in the live prices, a shadow run's draft that was published meanwhile; empty otherwise. */
  reversals: readonly DraftChange[];
  changes: readonly DraftChange[];
}

async function readChanges(
  tx: Db,
  { draftId, bookRevision = null, shadow }: Pick<DraftTask, 'draftId' | 'bookRevision' | 'shadow'>,
): Promise<ReplayedChanges | undefined> {
  if (draftId === null)
    return {
      reversals: [],
      changes: bookRevision === null ? [] : await listChangesToRestore(tx, bookRevision),
    };
  const [draft] = await tx.select().from(priceDrafts).where(eq(priceDrafts.id, draftId));
  if (shadow)
    return {
      reversals: draft?.state === 'live' ? inverseOf(draft.changes) : [],
      changes: shadow.changes,
    };
  if (draft?.state !== 'draft' && draft?.state !== 'scheduled') return undefined;
  return { reversals: [], changes: draft.changes };
}

/** Creates the live and the replayed book. Both use the charge rules valid on the day of the replay, whatever the orders' dates. */
async function createBooks(
  tx: Db,
  catalogue: Catalogue,
  { reversals, changes }: ReplayedChanges,
  now: Date,
): Promise<{ before: Book; after: Book }> {
  const ids = changes.flatMap((change) => (change.kind === 'charge' ? [change.ruleId] : []));
  const rules = rulesWith(await readRuleStates(tx, ids), reversals);
  // Orders in other lead classes keep their original terms.
  const leadIds = changes.flatMap((change) => (change.kind === 'lead' ? [change.leadClassId] : []));
  const leads = leadsWith(new Map(await readLeadTerms(tx, leadIds)), reversals);
  const live = withDraft(catalogue, reversals);
  const day = dayText(dayNumber(now));
  const before = bookOf(live, rules, leads, day);
  if (changes.length === 0) return { before, after: before };
  const after = bookOf(withDraft(live, changes), rulesWith(rules, changes), leadsWith(leads, changes), day);
  return { before, after };
}

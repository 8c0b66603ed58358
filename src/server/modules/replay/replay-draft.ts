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
import { changesBackTo } from '#server/modules/catalogue/price-history.service.ts';
import { bookOf, leadsWith, rulesWith, withDraft } from './draft-book.ts';
import { replayOrders, type ReplayOutcome, type ReplayTask } from './replay-orders.ts';

export interface DraftTask extends Pick<ReplayTask, 'now'> {
  /** null: the live prices only. */
  draftId: number | null;
  /** Uses the prices of this version instead of a draft's. */
  bookRevision?: number | null;
  filter: ReplayFilter;
  /** A shadow run: the draft as it was at the start, and the moments between which its orders were made. */
  shadow?: { changes: readonly DraftChange[]; from: Date; to: Date };
}

/** Replays a draft, or the prices of a version, in one snapshot of the database; undefined when it was published or deleted. */
export function replayDraft(
  database: Database,
  { draftId, bookRevision, filter, now, shadow }: DraftTask,
  onProgress: ReplayTask['onProgress'],
): Promise<ReplayOutcome | undefined> {
  return inSnapshot(database, async (tx) => {
    const catalogue = await readCatalogue(tx);
    const tried = await readTried(tx, { draftId, bookRevision, shadow });
    if (!tried) return undefined;
    const books = await booksOf(tx, catalogue, tried, now);
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

/** The tried changes of the live prices. Undefined when the draft of a replay is gone. */
interface Tried {
  /** The changes to leave out of the live book, for a shadow run: it ends with the publication of its draft. */
  withdrawn: readonly DraftChange[];
  changes: readonly DraftChange[];
}

async function readTried(
  tx: Db,
  { draftId, bookRevision = null, shadow }: Pick<DraftTask, 'draftId' | 'bookRevision' | 'shadow'>,
): Promise<Tried | undefined> {
  if (draftId === null)
    return { withdrawn: [], changes: bookRevision === null ? [] : await changesBackTo(tx, bookRevision) };
  const [draft] = await tx.select().from(priceDrafts).where(eq(priceDrafts.id, draftId));
  if (shadow)
    return {
      withdrawn: draft?.state === 'live' ? inverseOf(draft.changes) : [],
      changes: shadow.changes,
    };
  if (draft?.state !== 'draft' && draft?.state !== 'scheduled') return undefined;
  return { withdrawn: [], changes: draft.changes };
}

/** Both books. Charge rules are judged on the day of the replay in both, whenever the orders were made. */
async function booksOf(
  tx: Db,
  catalogue: Catalogue,
  { withdrawn, changes }: Tried,
  now: Date,
): Promise<{ before: Book; after: Book }> {
  const ids = changes.flatMap((change) => (change.kind === 'charge' ? [change.ruleId] : []));
  const rules = rulesWith(await readRuleStates(tx, ids), withdrawn);
  const tried = changes.flatMap((change) => (change.kind === 'lead' ? [change.leadClassId] : []));
  // In other classes, orders keep the terms of their day.
  const leads = leadsWith(new Map(await readLeadTerms(tx, tried)), withdrawn);
  const live = withDraft(catalogue, withdrawn);
  const day = dayText(dayNumber(now));
  const before = bookOf(live, rules, leads, day);
  if (changes.length === 0) return { before, after: before };
  const after = bookOf(withDraft(live, changes), rulesWith(rules, changes), leadsWith(leads, changes), day);
  return { before, after };
}

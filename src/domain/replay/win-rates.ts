import type { Fen } from '#domain/money.ts';
import type { TraceStep } from '#domain/pricing/types.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { valueClass } from './size-classes.ts';
import { MIN_OBSERVATIONS, wilsonInterval, type Proportion } from './wilson.ts';

/** The outcome of a quotation. */
export type Answer = 'won' | 'refused' | 'expired';

/** How an order was placed or cancelled. */
export interface Ending {
  /** Null if the order was placed at once. */
  readonly from: OrderStatus | null;
  readonly to: 'placed' | 'cancelled';
  /** Whether the customer or a colleague in the same company did it, not the shop. */
  readonly isByCustomer: boolean;
}

/** The fields of a quotation that its answer and price level depend on. */
export interface QuotationFacts {
  readonly status: OrderStatus;
  /** Its last move to `placed` or `cancelled`, except cancelling a placed order; null while there is none. */
  readonly ending: Ending | null;
  readonly validUntil: Date;
  /** Why the customer refused it or let it expire: a value of the dictionary, or ''. */
  readonly refusal: string;
  readonly totalFen: Fen;
  readonly targetFen: Fen | null;
  readonly lines: readonly {
    readonly materialTag: string;
    /** The formula's price when it was quoted. */
    readonly formulaFen: Fen;
    readonly steps?: readonly TraceStep[] | undefined;
  }[];
}

/**
 * The answer to a quotation that staff offered or the customer saved. Undefined while it is unanswered, and without an answer to
 * a price: for an order placed at once, a request without an offer, and a cancellation by the shop without the customer's reason.
 */
export function answerTo(
  {
    status,
    ending,
    validUntil,
    refusal,
  }: Pick<QuotationFacts, 'status' | 'ending' | 'validUntil' | 'refusal'>,
  now: Date,
): Answer | undefined {
  if (status === 'quoted') return validUntil < now ? 'expired' : undefined;
  // A reopened request may have an ending that was undone.
  if (status === 'requested') return undefined;
  // The customer placed a quotation while asking staff about it.
  if (ending?.to === 'placed' && ending.from === 'requested') return 'won';
  if (ending?.from !== 'quoted') return undefined;
  if (ending.to === 'placed') return 'won';
  return ending.isByCustomer || refusal !== '' ? 'refused' : undefined;
}

/** Price levels of quotations, as ratios to the formula's price and to the customer's target price; upper limits are exclusive. */
const levels = {
  formula: [0.85, 0.95, 1.05, 1.15, 1.3, Infinity],
  target: [0.9, 1, 1.1, 1.25, Infinity],
} as const;
export type Comparison = keyof typeof levels;

/** The index of the level of a ratio. */
export const levelOf = (comparison: Comparison, ratio: number): number =>
  levels[comparison].findIndex((end) => ratio < end);

/** Answered quotations by outcome. */
export interface AnswerCounts {
  readonly won: number;
  readonly refused: number;
  readonly expired: number;
  /** The share of won quotations; null with fewer than 200 answers. */
  readonly rate: Proportion | null;
}

/** Quotations of one price level. */
export interface PriceLevel extends AnswerCounts {
  /** Limits of the ratio quoted ÷ formula or target; null without a limit. */
  readonly from: number | null;
  readonly to: number | null;
}

/** Quotations with totals of one class, or with parts of one material tag. */
export interface AnswerGroup extends AnswerCounts {
  readonly key: string;
  readonly label: string;
}

/** Limits the list of material tags. */
const MAX_TAGS = 100;

export interface WinRates {
  readonly formula: PriceLevel[];
  readonly target: PriceLevel[];
  /** By the total of the quotation, ascending; missing, like `tags`, in results stored before these fields existed. */
  readonly values?: AnswerGroup[];
  /** Most answers first. A quotation with parts of several tags counts for each of them. */
  readonly tags?: AnswerGroup[];
  /** Refused quotations by reason ('' if none was given), and expired ones with a reason; most frequent first. */
  readonly refusals: { readonly reason: string; readonly count: number }[];
  /** Answered quotations that cannot be compared, because the formula could not price a line. */
  readonly withoutFormula: number;
}

type Counts = Record<Answer, number>;
const noAnswers = (): Counts => ({ won: 0, refused: 0, expired: 0 });
const answeredOf = ({ won, refused, expired }: Counts) => won + refused + expired;
const withRate = (counts: Counts): AnswerCounts => {
  const answered = answeredOf(counts);
  return { ...counts, rate: answered < MIN_OBSERVATIONS ? null : wilsonInterval(counts.won, answered) };
};

interface Group {
  /** The sort order of a size; 0 for tags. */
  readonly index: number;
  readonly label: string;
  readonly counts: Counts;
}

/**
 * Counts quotations by price level, size, material tag and answer. Memory depends only on the number of levels, tags and reasons.
 */
export function createWinRates(
  now: Date,
  tagNameOf: (tag: string) => string,
): {
  /** Adds a quotation. Returns the answer to it; undefined if `answerTo` finds none. */
  add(quoted: QuotationFacts): Answer | undefined;
  rates(): WinRates;
} {
  const counts = { formula: levels.formula.map(noAnswers), target: levels.target.map(noAnswers) };
  const values = new Map<string, Group>();
  const tags = new Map<string, Group>();
  const refusals = new Map<string, number>();
  let withoutFormula = 0;
  const count = (comparison: Comparison, ratio: number, answer: Answer) => {
    const level = counts[comparison][levelOf(comparison, ratio)];
    if (level) level[answer] += 1;
  };
  const countIn = (
    groups: Map<string, Group>,
    key: string,
    { index, label }: Omit<Group, 'counts'>,
    answer: Answer,
  ) => {
    const group = groups.get(key) ?? { index, label, counts: noAnswers() };
    groups.set(key, group);
    group.counts[answer] += 1;
  };
  const ratesOf = (comparison: Comparison): PriceLevel[] =>
    counts[comparison].map((level, index) => {
      const end = levels[comparison][index] ?? Infinity;
      return {
        ...withRate(level),
        from: levels[comparison][index - 1] ?? null,
        to: Number.isFinite(end) ? end : null,
      };
    });
  const groupsOf = (groups: ReadonlyMap<string, Group>, compare: (a: Group, b: Group) => number) =>
    [...groups]
      .toSorted(([, a], [, b]) => compare(a, b))
      .map(([key, group]): AnswerGroup => ({ key, label: group.label, ...withRate(group.counts) }));
  return {
    add(quoted) {
      const answer = answerTo(quoted, now);
      if (!answer) return undefined;
      const size = valueClass(quoted.totalFen);
      countIn(values, String(size.index), size, answer);
      for (const tag of new Set(quoted.lines.map(({ materialTag }) => materialTag)))
        countIn(tags, tag, { index: 0, label: tagNameOf(tag) }, answer);
      if (answer === 'refused' || (answer === 'expired' && quoted.refusal !== ''))
        refusals.set(quoted.refusal, (refusals.get(quoted.refusal) ?? 0) + 1);
      const formulaFen = formulaPrice(quoted);
      if (formulaFen > 0) count('formula', quoted.totalFen / formulaFen, answer);
      else withoutFormula += 1;
      if (quoted.targetFen) count('target', quoted.totalFen / quoted.targetFen, answer);
      return answer;
    },
    rates: () => ({
      formula: ratesOf('formula'),
      target: ratesOf('target'),
      values: groupsOf(values, (a, b) => a.index - b.index),
      tags: groupsOf(tags, (a, b) => answeredOf(b.counts) - answeredOf(a.counts)).slice(0, MAX_TAGS),
      refusals: [...refusals]
        .map(([reason, times]) => ({ reason, count: times }))
        .toSorted((a, b) => b.count - a.count),
      withoutFormula,
    }),
  };
}

/** The sum of the formula's prices; 0 if it could not price a line, or the shop does not make a part. */
export function formulaPrice({ lines }: Pick<QuotationFacts, 'lines'>): Fen {
  let sum = 0;
  for (const { formulaFen, steps = [] } of lines) {
    const [first] = steps;
    const isUnpriced = first?.kind === 'open' && !first.isHeld;
    if (isUnpriced || steps.at(-1)?.kind === 'declined') return 0;
    sum += formulaFen;
  }
  return sum;
}

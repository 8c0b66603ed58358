import { sql } from 'drizzle-orm';
import { waitsOf, withQuestions, type AskedQuestion } from '#domain/orders/turns.ts';
import { withoutUndone } from '#domain/orders/undo.ts';
import { MAX_REQUESTS, type RequestFigures } from '#contract/system/dashboards.ts';
import { REFUSAL_DICT } from '#contract/orders/order-moves.ts';
import type { Db } from '#server/db/database.ts';
import { withinDays } from '#server/db/list-query.ts';
import { orders } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { readDaySums } from '#server/modules/order-sums/order-sums.service.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { readLabels } from '#server/modules/dictionaries/labels.ts';
import { questionsOf, toQuestions, type StoredQuestion } from './asked-questions.ts';
import type { Period } from './period.ts';
import { ratio, totalOf } from './totals.ts';
import { percentile } from './minute-statistics.ts';

/** A move of the order since the request; the first is the request itself. */
interface Move {
  from: string | null;
  to: string;
  at: string;
  reason: string;
  userName: string;
  isByCustomer: boolean;
  isByShop: boolean;
}

/** A request and its answer. */
interface Round {
  orderId: number;
  askedAt: Date;
  /** When the shop sent an offer that it did not withdraw; null before. */
  answeredAt: Date | null;
  userName: string | null;
  /** Periods of withdrawn offers, when it was not the shop's turn. */
  withdrawnOffers: { from: Date; to: Date }[];
  /** The order began with this request. */
  isFirst: boolean;
  isWon: boolean;
  refusal: string;
  questions: AskedQuestion[];
}

const minutesOf = (answers: readonly { minutes: number }[]) => answers.map(({ minutes }) => minutes);

const MINUTE_MS = 60_000;
const MAX_PEOPLE = 20;
/** Upper limits of response times, in minutes of working time. */
const RESPONSES = [
  [60, '1 小时内'],
  [4 * 60, '1–4 小时'],
  [8 * 60, '4–8 小时'],
  [24 * 60, '8–24 小时'],
  [Infinity, '24 小时以上'],
] as const;

/**
 * Figures of the requests within the scope that were made in the period: response times, staff, outcomes.
 * @param workingMsBetween returns the milliseconds of working time between two instants
 */
export async function readRequestFigures(
  db: Db,
  scope: Scope,
  period: Period,
  workingMsBetween: (from: Date, to: Date) => number,
): Promise<RequestFigures> {
  const [listed, days, labels] = await Promise.all([
    listRounds(db, scope, period),
    readDaySums(db, scope, period),
    readLabels(db, REFUSAL_DICT, 'deleted'),
  ]);
  const rounds = listed.slice(0, MAX_REQUESTS);
  const answers = rounds.flatMap(({ answeredAt, ...round }) =>
    answeredAt
      ? [{ ...round, minutes: shopTime({ ...round, answeredAt }, workingMsBetween) / MINUTE_MS }]
      : [],
  );
  const lastRounds = lastOfOrders(rounds);
  const lastAnswers = lastOfOrders(answers);
  const quotations = totalOf(days).quotations;
  const people = [...new Set(answers.map(({ userName }) => userName ?? ''))];
  const refusals = lastRounds.flatMap(({ refusal }) => (refusal === '' ? [] : [refusal]));
  return {
    asked: rounds.length,
    replied: answers.length,
    // A quotation without a request was priced by the formula.
    byMachine: ratio(quotations - rounds.filter(({ isFirst }) => isFirst).length, quotations, 4),
    p50Minutes: percentile(minutesOf(answers), 0.5),
    p90Minutes: percentile(minutesOf(answers), 0.9),
    byPerson: people
      .map((name) => ({ name, personAnswers: answers.filter(({ userName }) => userName === name) }))
      .map(({ name, personAnswers }) => ({
        name,
        replied: personAnswers.length,
        p50Minutes: percentile(minutesOf(personAnswers), 0.5),
      }))
      .toSorted((x, y) => y.replied - x.replied)
      .slice(0, MAX_PEOPLE),
    byResponse: RESPONSES.map(([upTo, label], n) => {
      const from = RESPONSES[n - 1]?.[0] ?? -Infinity;
      const answersInRange = lastAnswers.filter(({ minutes }) => minutes > from && minutes <= upTo);
      return {
        label,
        offered: answersInRange.length,
        won: answersInRange.filter(({ isWon }) => isWon).length,
      };
    }),
    refusals: [...new Set(refusals)]
      .map((value) => ({
        label: labels.get(value) ?? value,
        count: refusals.filter((refusal) => refusal === value).length,
      }))
      .toSorted((x, y) => y.count - x.count),
    isCut: listed.length > MAX_REQUESTS,
  };
}

/**
 * Milliseconds of working time that a request waited for the shop, without the periods in which the customer had a
 * question to answer or an offer that was withdrawn later.
 */
function shopTime(
  {
    askedAt,
    answeredAt,
    questions,
    withdrawnOffers,
  }: Pick<Round, 'askedAt' | 'questions' | 'withdrawnOffers'> & { answeredAt: Date },
  workingMsBetween: (from: Date, to: Date) => number,
): number {
  const changes = [
    { at: askedAt, turn: 'shop' as const, phase: null },
    ...withdrawnOffers.flatMap(({ from, to }) => [
      { at: from, turn: 'customer' as const, phase: null },
      { at: to, turn: 'shop' as const, phase: null },
    ]),
  ];
  return waitsOf(withQuestions(changes, questions), answeredAt)
    .filter(({ turn }) => turn === 'shop')
    .reduce((sum, { from, to }) => sum + workingMsBetween(from, to), 0);
}

/** The last round of each order; expects the latest round first. */
function lastOfOrders<R extends Pick<Round, 'orderId'>>(rounds: readonly R[]): R[] {
  const lastByOrder = new Map<number, R>();
  for (const round of rounds) if (!lastByOrder.has(round.orderId)) lastByOrder.set(round.orderId, round);
  return [...lastByOrder.values()];
}

async function listRounds(db: Db, scope: Scope, { first, last }: Period): Promise<Round[]> {
  const { rows } = await db.execute<
    Pick<Round, 'orderId' | 'isFirst' | 'isWon' | 'refusal'> & {
      moves: Move[];
      questions: StoredQuestion[] | null;
    }
  >(sql`
    select asked.order_id as "orderId", asked.from_status is null as "isFirst", ${orders.refusal} as refusal,
      (${orders.placedAt} is not null and ${orders.status} <> 'cancelled') as "isWon",
      ${questionsOf(sql`asked.order_id`)} as questions,
      (select json_agg(json_build_object('from', later.from_status, 'to', later.to_status, 'at', later.created_at,
          'reason', later.reason, 'userName', later.user_name, 'isByCustomer', later.user_id = ${orders.userId},
          'isByShop', later.is_by_shop) order by later.id)
        from order_history later
        where later.order_id = asked.order_id and later.id >= asked.id
          and later.from_status is distinct from later.to_status) as moves
    from order_history asked
    join ${orders} on ${orders.id} = asked.order_id
    where asked.to_status = 'requested' and asked.from_status is distinct from 'requested'
      and asked.from_status is distinct from 'cancelled' and not asked.is_by_shop
      and ${withinDays(sql`asked.created_at`, first, last)}
      and ${withinScope(scope) ?? sql`true`}
    order by asked.created_at desc, asked.id desc
    limit ${MAX_REQUESTS + 1}`);
  return rows.map(({ moves, questions, ...row }) => ({
    ...row,
    ...roundOf(moves),
    questions: toQuestions(questions),
  }));
}

/** A request lasts until its customer asks again; an offer that the shop withdraws does not count as an answer. */
function roundOf(
  moves: readonly Move[],
): Pick<Round, 'askedAt' | 'answeredAt' | 'userName' | 'withdrawnOffers'> {
  const keptMoves = withoutUndone(moves);
  const [asked] = keptMoves;
  const next = keptMoves.findIndex(({ to, isByShop }, n) => n > 0 && to === 'requested' && !isByShop);
  const round = next < 0 ? keptMoves : keptMoves.slice(0, next);
  const lastRequested = round.findLastIndex(({ to }) => to === 'requested');
  const answer = round[lastRequested + 1];
  const withdrawnOffers = round.flatMap(({ to, at }, n) =>
    n > 0 && n <= lastRequested && to === 'requested'
      ? [{ from: new Date(round[n - 1]?.at ?? at), to: new Date(at) }]
      : [],
  );
  const isAnswered = answer?.to === 'quoted' && !answer.isByCustomer;
  return {
    askedAt: new Date(asked?.at ?? 0),
    answeredAt: isAnswered ? new Date(answer.at) : null,
    userName: isAnswered ? answer.userName : null,
    withdrawnOffers,
  };
}

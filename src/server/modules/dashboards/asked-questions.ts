import { sql, type SQL } from 'drizzle-orm';
import type { AskedQuestion } from '#domain/orders/turns.ts';

/** A question as the database returns it. */
export interface StoredQuestion {
  isFromShop: boolean;
  from: string;
  to: string | null;
}

/** SQL: the questions between shop and customer about an order as a JSON array of `StoredQuestion`; null for none. */
export const questionsOf = (orderId: SQL): SQL => sql`(
  select jsonb_agg(jsonb_build_object(
    'isFromShop', question.is_from_shop, 'from', question.created_at, 'to', answer.created_at))
  from order_message question
  left join order_message answer on answer.answers_id = question.id
  where question.order_id = ${orderId} and question.kind = 'question' and question.audience = 'customer'
)`;

export const toQuestions = (stored: readonly StoredQuestion[] | null): AskedQuestion[] =>
  (stored ?? []).map(({ isFromShop, from, to }) => ({
    askedBy: isFromShop ? 'shop' : 'customer',
    from: new Date(from),
    to: to === null ? undefined : new Date(to),
  }));

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useId, useRef, useState } from 'react';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { MESSAGE_PERMISSION, type OrderMessage } from '#contract/orders/order-messages.ts';
import { MessageLog } from '#providers/message-log.tsx';
import log from '#providers/message-log.module.css';
import { timeText } from '#domain/shanghai-time.ts';
import { partOf, questionOf } from '#providers/order-messages.ts';
import { LoadError } from '../../../components/page/load-error.tsx';
import { usePermission } from '../../../session/use-permission.ts';
import { createUnsentInput, useUnsentInput } from '../../../session/use-unsent.ts';
import { messagesQuery, orderQuery, useInvalidateOrders } from '../order-queries.ts';
import orderStyles from '../order.module.css';
import styles from './order-messages.module.css';
import { EMPTY_MESSAGE, MessageForm, withoutQuestion, type MessageDraft } from './message-form.tsx';
import { Tag } from '../../../field-types/tag.tsx';
import { ItemFiles } from '../parts/item-files.tsx';

type DiscussedOrder = Pick<OrderWithExt, 'id' | 'items'>;

const unsentMessages = createUnsentInput<MessageDraft>();

/** Messages with the customer and among staff, for users with permission to answer for the shop. */
export function OrderMessages({ order }: { order: DiscussedOrder }) {
  return usePermission(MESSAGE_PERMISSION) ? <Conversation key={order.id} order={order} /> : null;
}

function Conversation({ order: { id, items } }: { order: DiscussedOrder }) {
  const headingId = useId();
  const queryClient = useQueryClient();
  const invalidateOrders = useInvalidateOrders();
  const [earlierPages, setEarlierPages] = useState(0);
  const [draft, setDraft] = useUnsentInput(unsentMessages, {
    key: id,
    empty: EMPTY_MESSAGE,
    isEmpty: ({ text, files }) => text === '' && files.length === 0,
  });
  const { data, isError, error, isFetching, refetch } = useQuery(messagesQuery(id, earlierPages));
  const form = useRef<HTMLDivElement>(null);

  async function onSent() {
    setDraft(withoutQuestion);
    // An answer may have changed the promised date.
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: orderQuery(id).queryKey }),
      invalidateOrders(),
    ]);
  }
  function answer(question: OrderMessage) {
    setDraft((current) => ({ ...current, answering: question }));
    form.current?.querySelector('textarea')?.focus();
  }

  return (
    <section className={orderStyles.section} aria-labelledby={headingId}>
      <h2 id={headingId}>沟通</h2>
      {isError && !data ? <LoadError label="消息" error={error} onRetry={refetch} /> : null}
      {!data && !isError ? <Skeleton active paragraph={{ rows: 3 }} /> : null}
      {data ? (
        <>
          <Questions questions={data.open} onAnswer={answer} />
          <MessageLog
            orderId={id}
            data={data}
            isBusy={isFetching}
            empty={<p className={orderStyles.muted}>还没有消息。</p>}
            earlierButton={
              <Button size="small" loading={isFetching} onClick={() => setEarlierPages((pages) => pages + 1)}>
                更早的消息
              </Button>
            }
            onRead={invalidateOrders}
          >
            {(message) => <MessageItem message={message} messages={data.list} showsAnswered />}
          </MessageLog>
        </>
      ) : null}
      <div ref={form}>
        <MessageForm orderId={id} items={items} draft={draft} onChange={setDraft} onSent={onSent} />
      </div>
    </section>
  );
}

interface QuestionsProps {
  questions: readonly OrderMessage[];
  onAnswer: (question: OrderMessage) => void;
}

/** Unanswered questions. Staff may enter an answer that the customer gave by phone. */
function Questions({ questions, onAnswer }: QuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <ul className={styles.questions} aria-label="未答复的问题">
      {questions.map((question) => (
        <li key={question.id}>
          <MessageItem message={question} messages={[]} />
          <Button size="small" onClick={() => onAnswer(question)}>
            {question.isFromShop && question.audience === 'customer' ? '代客户答复' : '答复'}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  message: OrderMessage;
  /** The loaded messages, among them the question of an answer. */
  messages: readonly OrderMessage[];
  /** Marks an answered question as answered. */
  showsAnswered?: boolean;
}

function MessageItem({ message, messages, showsAnswered = false }: Props) {
  const { audience, isFromShop, userName, kind, text, files, createdAt } = message;
  const part = partOf(message);
  const question = kind === 'answer' ? questionOf(messages, message) : '';
  const side = audience === 'staff' ? 'internal' : isFromShop ? 'shop' : 'customer';
  return (
    <article className={`${log.message} ${styles.message}`} data-side={side}>
      <header className={log.head}>
        <strong>{isFromShop ? userName : `客户 ${userName}`}</strong>
        {side === 'internal' ? <Tag color="gold">内部 · 客户看不到</Tag> : null}
        <KindTag message={message} showsAnswered={showsAnswered} />
        {part === '' ? null : <Tag>{part}</Tag>}
        <time dateTime={createdAt}>{timeText(createdAt)}</time>
      </header>
      {question === '' ? null : <p className={log.quoted}>答复：{question}</p>}
      <p className={log.text}>{text}</p>
      <ItemFiles files={files} />
    </article>
  );
}

function KindTag({ message, showsAnswered }: Omit<Props, 'messages'>) {
  const { kind, answerId, isFromShop, audience } = message;
  if (kind === 'answer') return <Tag color="green">答复</Tag>;
  if (kind === 'note') return null;
  if (showsAnswered && answerId !== null) return <Tag color="blue">问题</Tag>;
  const waitsFor = isFromShop && audience === 'customer' ? '待客户答复' : '待答复';
  return <Tag color="orange">{`问题 · ${waitsFor}`}</Tag>;
}

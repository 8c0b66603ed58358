import { useQuery, useQueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { can } from '#providers/session/access-control.ts';
import { MessageLog } from '#providers/message-log.tsx';
import { Button } from '#storefront/ui/button.tsx';
import page from '#storefront/ui/page.module.css';
import { orderMessages, type OrderMessage } from '#contract/orders/order-messages.ts';
import log from '#providers/message-log.module.css';
import { loadMessages, partOf, questionOf } from '#providers/order-messages.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import { Tag } from '#storefront/ui/tag.tsx';
import styles from './order-messages.module.css';
import { MessageForm } from './message-form.tsx';
import { ItemFiles } from '../item-files.tsx';

interface OrderMessagesProps {
  order: Pick<OrderWithExt, 'id' | 'items'>;
}

/** The conversation with the shop: its unanswered questions first, then all messages and a form. */
export function OrderMessages({ order }: OrderMessagesProps) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const [earlierPages, setEarlierPages] = useState(0);
  const { data, isError, error, isFetching, refetch } = useQuery(messagesQuery(order.id, earlierPages));
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['order', order.id] });
  const canWrite = can('mfr:order:add');
  const unanswered = canWrite ? (data?.open.filter(({ isFromShop }) => isFromShop) ?? []) : [];

  /** Restores the focus, which was in the removed form. */
  async function onAnswered() {
    await refresh();
    section.current?.focus();
  }

  return (
    <section ref={section} id="order-talk" tabIndex={-1} className={page.card} aria-labelledby={headingId}>
      <h2 id={headingId}>沟通</h2>
      {isError && !data && (
        <p role="alert">
          {error.message}{' '}
          <Button size="small" onClick={() => void refetch()}>
            重试
          </Button>
        </p>
      )}
      {unanswered.length > 0 && (
        <ul className={styles.questions} aria-label="待您答复的问题">
          {unanswered.map((question) => (
            <li key={question.id} className={styles.question}>
              <MessageItem message={question} messages={[]} />
              <MessageForm orderId={order.id} items={[]} question={question} onSent={onAnswered} />
            </li>
          ))}
        </ul>
      )}
      {data && (
        <MessageLog
          orderId={order.id}
          data={data}
          isBusy={isFetching}
          empty={<p className={page.muted}>还没有消息。对订单或零件有疑问，可以在这里问我们。</p>}
          earlierButton={
            <Button size="small" isBusy={isFetching} onClick={() => setEarlierPages((pages) => pages + 1)}>
              更早的消息
            </Button>
          }
          onRead={() => queryClient.invalidateQueries({ queryKey: ['orders'] })}
        >
          {(message) => <MessageItem message={message} messages={data.list} isLogged />}
        </MessageLog>
      )}
      {canWrite && <MessageForm orderId={order.id} items={order.items} onSent={refresh} />}
    </section>
  );
}

/** The newest page of messages, and `earlierPages` pages before it. */
const messagesQuery = (id: number, earlierPages: number) =>
  queryOptions({
    queryKey: ['order', id, 'messages', earlierPages],
    queryFn: ({ signal }) => loadMessages(orderMessages.list, id, earlierPages, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

interface MessageItemProps {
  message: OrderMessage;
  /** Messages shown together, to quote a question from. */
  messages: readonly OrderMessage[];
  /** Shown in the log, where a question says whether it was answered. */
  isLogged?: boolean;
}

function MessageItem({ message, messages, isLogged = false }: MessageItemProps) {
  const { isFromShop, isMine, userName, kind, text, files, createdAt } = message;
  const part = partOf(message);
  const question = kind === 'answer' ? questionOf(messages, message) : '';
  return (
    <article className={classNames(log.message, styles.message, isFromShop ? styles.shop : styles.own)}>
      <header className={log.head}>
        <strong>{isFromShop ? `商家 ${userName}` : isMine ? '我' : userName}</strong>
        <KindTag message={message} isLogged={isLogged} />
        {part !== '' && <Tag label={part} />}
        <time dateTime={createdAt}>{timeText(createdAt)}</time>
      </header>
      {question !== '' && <p className={log.quoted}>答复：{question}</p>}
      <p className={log.text}>{text}</p>
      <ItemFiles files={files} model={undefined} />
    </article>
  );
}

function KindTag({ message: { kind, answerId, isFromShop }, isLogged }: Omit<MessageItemProps, 'messages'>) {
  if (kind === 'answer') return <Tag label="答复" tone="green" />;
  if (kind === 'note') return null;
  if (!isLogged || answerId !== null) return <Tag label="问题" tone="blue" />;
  return <Tag label={isFromShop ? '问题 · 待您答复' : '问题 · 待商家答复'} tone="orange" />;
}

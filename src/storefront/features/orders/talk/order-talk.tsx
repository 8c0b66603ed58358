import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { can } from '#providers/session/access-control.ts';
import type { LatestMessages } from '#providers/order-messages.ts';
import { useNewestInView, useReadMark } from '#providers/use-messages.ts';
import { Button } from '#storefront/ui/button.tsx';
import page from '#storefront/ui/page.module.css';
import { messagesQuery, useMessagesChanged } from './message-queries.ts';
import styles from './order-talk.module.css';
import { TalkForm } from './talk-form.tsx';
import { TalkMessage } from './talk-message.tsx';

interface OrderTalkProps {
  order: Pick<OrderWithExt, 'id' | 'items'>;
}

/** The conversation with the shop: its open questions first, then all messages, and a form for another. */
export function OrderTalk({ order }: OrderTalkProps) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const [earlier, setEarlier] = useState(0);
  const { data, isError, error, isFetching, refetch } = useQuery(messagesQuery(order.id, earlier));
  const changed = useMessagesChanged(order.id);
  const mayWrite = can('mfr:order:add');
  const toAnswer = mayWrite ? (data?.open.filter(({ isFromShop }) => isFromShop) ?? []) : [];

  /** Its form, which had the focus, is gone. */
  async function answered() {
    await changed();
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
      {toAnswer.length > 0 && (
        <ul className={styles.questions} aria-label="待您答复的问题">
          {toAnswer.map((question) => (
            <li key={question.id} className={styles.question}>
              <TalkMessage message={question} messages={[]} />
              <TalkForm orderId={order.id} items={[]} question={question} onSent={answered} />
            </li>
          ))}
        </ul>
      )}
      {data && <Log data={data} isBusy={isFetching} onEarlier={() => setEarlier((pages) => pages + 1)} />}
      {data && <ReadMark orderId={order.id} data={data} />}
      {mayWrite && <TalkForm orderId={order.id} items={order.items} onSent={changed} />}
    </section>
  );
}

interface LogProps {
  data: LatestMessages;
  isBusy: boolean;
  onEarlier: () => void;
}

function Log({ data, isBusy, onEarlier }: LogProps) {
  const log = useNewestInView(data);
  if (data.count === 0)
    return <p className={page.muted}>还没有消息。对订单或零件有疑问，可以在这里问我们。</p>;
  return (
    <>
      {data.hasEarlier && (
        <Button size="small" isBusy={isBusy} onClick={onEarlier}>
          更早的消息
        </Button>
      )}
      <div
        ref={log}
        role="log"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys scroll what has the focus
        tabIndex={0}
        className={styles.log}
        aria-label="消息"
        aria-busy={isBusy || undefined}
      >
        <ol className={styles.messages}>
          {data.list.map((message) => (
            <li key={message.id}>
              <TalkMessage message={message} messages={data.list} isLogged />
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

/** Marks the messages as read once their end has come into view. */
function ReadMark({ orderId, data }: { orderId: number; data: LatestMessages }) {
  const queryClient = useQueryClient();
  const end = useReadMark(orderId, data, () => queryClient.invalidateQueries({ queryKey: ['orders'] }));
  return <div ref={end} />;
}

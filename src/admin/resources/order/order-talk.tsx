import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { OrderWithExt } from '#contract/order-data.ts';
import { MESSAGE_PERMISSION, orderMessages, type OrderMessage } from '#contract/order-messages.ts';
import { call } from '#providers/http.ts';
import { onceSeen, type LatestMessages } from '#providers/order-messages.ts';
import { resultOrUndefined } from '#providers/result.ts';
import { Problem } from '../../components/problem.tsx';
import { usePermission } from '../../session/use-permission.ts';
import { messagesQuery, orderQuery, useOrdersChanged } from './order-queries.ts';
import order from './order.module.css';
import styles from './order-talk.module.css';
import { TalkForm } from './talk-form.tsx';
import { TalkMessage } from './talk-message.tsx';

type TalkedOrder = Pick<OrderWithExt, 'id' | 'items'>;

/** The conversation with the customer and among staff, for those who may speak for the shop. */
export function OrderTalk({ order: talked }: { order: TalkedOrder }) {
  return usePermission(MESSAGE_PERMISSION) ? <Talk key={talked.id} order={talked} /> : null;
}

function Talk({ order: { id, items } }: { order: TalkedOrder }) {
  const headingId = useId();
  const queryClient = useQueryClient();
  const listChanged = useOrdersChanged();
  const [earlier, setEarlier] = useState(0);
  const [answering, setAnswering] = useState<OrderMessage>();
  const { data, isError, error, isFetching, refetch } = useQuery(messagesQuery(id, earlier));
  const form = useRef<HTMLDivElement>(null);

  async function onSent() {
    setAnswering(undefined);
    // The order, too: an answer may have moved its date.
    await Promise.all([queryClient.invalidateQueries({ queryKey: orderQuery(id).queryKey }), listChanged()]);
  }
  function answer(question: OrderMessage) {
    setAnswering(question);
    form.current?.querySelector('textarea')?.focus();
  }

  return (
    <section className={order.section} aria-labelledby={headingId}>
      <h2 id={headingId}>沟通</h2>
      {isError && !data ? (
        <Problem title="消息加载失败" text={error.message}>
          <Button onClick={() => void refetch()}>重试</Button>
        </Problem>
      ) : null}
      {!data && !isError ? <Skeleton active paragraph={{ rows: 3 }} /> : null}
      {data ? (
        <>
          <Questions open={data.open} onAnswer={answer} />
          <Log data={data} isBusy={isFetching} onEarlier={() => setEarlier((pages) => pages + 1)} />
          <ReadMark orderId={id} data={data} />
        </>
      ) : null}
      <div ref={form}>
        <TalkForm
          orderId={id}
          items={items}
          answering={answering}
          onAnswerNothing={() => setAnswering(undefined)}
          onSent={onSent}
        />
      </div>
    </section>
  );
}

interface QuestionsProps {
  open: readonly OrderMessage[];
  onAnswer: (question: OrderMessage) => void;
}

/** Questions without an answer: whoever heard it by telephone may enter that of the customer. */
function Questions({ open, onAnswer }: QuestionsProps) {
  if (open.length === 0) return null;
  return (
    <ul className={styles.questions} aria-label="未答复的问题">
      {open.map((question) => (
        <li key={question.id}>
          <TalkMessage message={question} messages={[]} />
          <Button size="small" onClick={() => onAnswer(question)}>
            {question.isFromShop && question.audience === 'customer' ? '代客户答复' : '答复'}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface LogProps {
  data: LatestMessages;
  isBusy: boolean;
  onEarlier: () => void;
}

function Log({ data, isBusy, onEarlier }: LogProps) {
  const log = useRef<HTMLDivElement>(null);
  const lastId = data.list.at(-1)?.id;
  // The newest message is at the end.
  useEffect(() => {
    if (lastId !== undefined && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [lastId]);
  if (data.count === 0) return <p className={order.muted}>还没有消息。</p>;
  return (
    <>
      {data.hasEarlier ? (
        <Button size="small" loading={isBusy} onClick={onEarlier}>
          更早的消息
        </Button>
      ) : null}
      <div
        ref={log}
        role="log"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys scroll what has the focus
        tabIndex={0}
        className={styles.log}
        aria-label="消息"
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
  const listChanged = useOrdersChanged();
  const end = useRef<HTMLDivElement>(null);
  const lastId = data.list.at(-1)?.id ?? 0;
  const isUnread = lastId > data.lastReadId;
  const mark = useEffectEvent(async (upTo: number) => {
    const options = { params: { id: orderId }, body: { lastId: upTo }, quiet: true } as const;
    const marked = await resultOrUndefined(call(orderMessages.read, options));
    if (marked?.ok) await listChanged();
  });
  useEffect(() => {
    if (!isUnread || !end.current) return undefined;
    return onceSeen(end.current, () => void mark(lastId));
  }, [isUnread, lastId]);
  return <div ref={end} />;
}

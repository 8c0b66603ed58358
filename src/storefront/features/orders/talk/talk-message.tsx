import type { OrderMessage } from '#contract/orders/order-messages.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { partOf, questionOf } from '#providers/order-messages.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import { Tag } from '#storefront/ui/tag.tsx';
import { ItemFiles } from '../item-files.tsx';
import styles from './order-talk.module.css';

interface TalkMessageProps {
  message: OrderMessage;
  /** Those shown with it. */
  messages: readonly OrderMessage[];
  /** Among all messages, where a question says whether it was answered. */
  isLogged?: boolean;
}

/** One message: who wrote it when, about which part. */
export function TalkMessage({ message, messages, isLogged = false }: TalkMessageProps) {
  const { isFromShop, isMine, userName, kind, text, files, createdAt } = message;
  const part = partOf(message);
  const question = kind === 'answer' ? questionOf(messages, message) : '';
  return (
    <article className={classNames(styles.message, isFromShop ? styles.shop : styles.own)}>
      <header className={styles.head}>
        <strong>{isFromShop ? `商家 ${userName}` : isMine ? '我' : userName}</strong>
        <KindTag message={message} isLogged={isLogged} />
        {part !== '' && <Tag label={part} />}
        <time dateTime={createdAt}>{timeText(createdAt)}</time>
      </header>
      {question !== '' && <p className={styles.quoted}>答复：{question}</p>}
      <p className={styles.text}>{text}</p>
      <ItemFiles files={files} model={undefined} />
    </article>
  );
}

function KindTag({ message: { kind, answerId, isFromShop }, isLogged }: Omit<TalkMessageProps, 'messages'>) {
  if (kind === 'answer') return <Tag label="答复" tone="green" />;
  if (kind === 'note') return null;
  if (!isLogged || answerId !== null) return <Tag label="问题" tone="blue" />;
  return <Tag label={isFromShop ? '问题 · 待您答复' : '问题 · 待商家答复'} tone="orange" />;
}

import type { OrderMessage } from '#contract/orders/order-messages.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { partOf, questionOf } from '#providers/order-messages.ts';
import { Tag } from '../../../field-types/tag.tsx';
import { ItemFiles } from '../parts/item-files.tsx';
import styles from './order-talk.module.css';

interface Props {
  message: OrderMessage;
  /** Those shown with it. */
  messages: readonly OrderMessage[];
  /** Among all messages, where a question says whether it was answered. */
  isLogged?: boolean;
}

/** One message: who wrote it when, for whom and about which part. */
export function TalkMessage({ message, messages, isLogged = false }: Props) {
  const { audience, isFromShop, userName, kind, text, files, createdAt } = message;
  const part = partOf(message);
  const question = kind === 'answer' ? questionOf(messages, message) : '';
  const side = audience === 'staff' ? 'internal' : isFromShop ? 'shop' : 'customer';
  return (
    <article className={styles.message} data-side={side}>
      <header className={styles.head}>
        <strong>{isFromShop ? userName : `客户 ${userName}`}</strong>
        {side === 'internal' ? <Tag color="gold">内部 · 客户看不到</Tag> : null}
        <KindTag message={message} isLogged={isLogged} />
        {part === '' ? null : <Tag>{part}</Tag>}
        <time dateTime={createdAt}>{timeText(createdAt)}</time>
      </header>
      {question === '' ? null : <p className={styles.quoted}>答复：{question}</p>}
      <p className={styles.text}>{text}</p>
      <ItemFiles files={files} />
    </article>
  );
}

function KindTag({ message, isLogged }: Omit<Props, 'messages'>) {
  const { kind, answerId, isFromShop, audience } = message;
  if (kind === 'answer') return <Tag color="green">答复</Tag>;
  if (kind === 'note') return null;
  if (isLogged && answerId !== null) return <Tag color="blue">问题</Tag>;
  const waitsFor = isFromShop && audience === 'customer' ? '待客户答复' : '待答复';
  return <Tag color="orange">{`问题 · ${waitsFor}`}</Tag>;
}

import type { orderMessages, OrderMessage, OrderThread } from '#contract/orders/order-messages.ts';
import { fetchData } from './http/http.ts';

const PAGE_SIZE = 50;
/** With fewer messages than this, a last page is shown together with the one before. */
const FEW = 20;

/** The newest messages of an order, oldest first. */
export interface LatestMessages extends Pick<OrderThread, 'list' | 'open' | 'lastReadId' | 'count'> {
  hasEarlier: boolean;
}

/**
 * Reads the newest messages of an order, and the given number of pages before them.
 * @throws CallError
 */
export async function loadMessages(
  endpoint: typeof orderMessages.list | typeof orderMessages.listAll,
  id: number,
  earlier: number,
  signal: AbortSignal,
): Promise<LatestMessages> {
  const fetchPage = (pageIndex?: number) =>
    fetchData(endpoint, { params: { id }, query: { pageIndex, pageSize: PAGE_SIZE }, signal, quiet: true });
  const last = await fetchPage();
  const wanted = earlier + (last.list.length < FEW ? 1 : 0);
  const first = Math.max(1, last.pageIndex - wanted);
  const before = await Promise.all(
    Array.from({ length: last.pageIndex - first }, (_, n) => fetchPage(first + n)),
  );
  const { open, lastReadId, count } = last;
  const list = [...before, last].flatMap((page) => page.list);
  return { list, open, lastReadId, count, hasEarlier: first > 1 };
}

const BRIEF = 40;

/** A text in a few words, on one line. */
export function briefly(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > BRIEF ? `${line.slice(0, BRIEF)}…` : line;
}

/** The question of an answer in a few words; '' when it is not among these messages. */
export const questionOf = (messages: readonly OrderMessage[], { answersId }: OrderMessage): string =>
  briefly(messages.find(({ id }) => id === answersId)?.text ?? '');

/** The part that a message is about: 零件 2 底板; '' for the whole order. */
export const partOf = ({ lineNo, partName }: Pick<OrderMessage, 'lineNo' | 'partName'>): string =>
  lineNo === null ? '' : `零件 ${lineNo} ${partName}`.trimEnd();

/** Calls back once the element is visible. Returns a function that cancels. */
export function onceSeen(element: Element, onSeen: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    onSeen();
  });
  observer.observe(element);
  return () => observer.disconnect();
}

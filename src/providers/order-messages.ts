import type { orderMessages, OrderMessage, OrderThread } from '#contract/orders/order-messages.ts';
import { fetchData } from './http/http.ts';

const PAGE_SIZE = 50;
/** If the last page has fewer messages than this, the page before is shown too. */
const MIN_SHOWN = 20;

/** The newest messages of an order, oldest first. */
export interface LatestMessages extends Pick<OrderThread, 'list' | 'open' | 'lastReadId' | 'count'> {
  hasEarlier: boolean;
}

/**
 * Fetches the newest page of an order's messages, and `earlierPages` pages before it.
 * @throws CallError
 */
export async function loadMessages(
  endpoint: typeof orderMessages.list | typeof orderMessages.listAll,
  id: number,
  earlierPages: number,
  signal: AbortSignal,
): Promise<LatestMessages> {
  const fetchPage = (pageIndex?: number) =>
    fetchData(endpoint, { params: { id }, query: { pageIndex, pageSize: PAGE_SIZE }, signal, quiet: true });
  // Without an index, the server returns the last page.
  const last = await fetchPage();
  const pagesBefore = earlierPages + (last.list.length < MIN_SHOWN ? 1 : 0);
  const first = Math.max(1, last.pageIndex - pagesBefore);
  const before = await Promise.all(
    Array.from({ length: last.pageIndex - first }, (_, n) => fetchPage(first + n)),
  );
  const { open, lastReadId, count } = last;
  const list = [...before, last].flatMap((page) => page.list);
  return { list, open, lastReadId, count, hasEarlier: first > 1 };
}

const MAX_BRIEF_LENGTH = 40;

/** Shortens a text to one line. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > MAX_BRIEF_LENGTH ? `${line.slice(0, MAX_BRIEF_LENGTH)}…` : line;
}

/** The shortened question that a message answers; '' if it is not among these messages. */
export const questionOf = (messages: readonly OrderMessage[], { answersId }: OrderMessage): string =>
  shorten(messages.find(({ id }) => id === answersId)?.text ?? '');

/** The part that a message is about: 零件 2 底板; '' for the whole order. */
export const partOf = ({ lineNo, partName }: Pick<OrderMessage, 'lineNo' | 'partName'>): string =>
  lineNo === null ? '' : `零件 ${lineNo} ${partName}`.trimEnd();

/** Calls back once the element is visible. Returns a function that cancels. */
export function onceVisible(element: Element, onVisible: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    onVisible();
  });
  observer.observe(element);
  return () => observer.disconnect();
}

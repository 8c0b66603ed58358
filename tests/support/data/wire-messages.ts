import type { OrderMessage, OrderThread } from '#contract/orders/order-messages.ts';

/** A message of the customer about the whole order. */
export const buildMessage = (overrides: Partial<OrderMessage> = {}): OrderMessage => ({
  id: 1,
  kind: 'note',
  audience: 'customer',
  isFromShop: false,
  isMine: false,
  userName: '张工',
  text: '请尽快',
  lineNo: null,
  partName: '',
  answersId: null,
  answerId: null,
  files: [],
  createdAt: '2026-11-25T10:00:00+08:00',
  ...overrides,
});

/** The last page of a conversation, read up to a message: to its end unless given. */
export const threadOf = (list: OrderMessage[], lastReadId = list.at(-1)?.id ?? 0): OrderThread => ({
  list,
  count: list.length,
  pageIndex: 1,
  pageSize: 50,
  maxUpdatedAt: null,
  open: list.filter(({ kind, answerId }) => kind === 'question' && answerId === null),
  lastReadId,
});

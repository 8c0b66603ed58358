import type { OrderStatus } from '#domain/orders/order-status.ts';

/** Who acts: a customer, and somebody of the shop. */
export type ActorName = 'customer' | 'shop';

export interface ModelOrder {
  id: number;
  status: OrderStatus;
  version: number;
  revision: number;
  price: string;
  rows: number;
}

/** What should be true of the server, as far as the two actors can tell. */
export interface ActorsModel {
  signedIn: Record<ActorName, boolean>;
  /** Of the customer: the shop's administrator switches both. */
  isEnabled: boolean;
  mayOrder: boolean;
  /** The customer has seen today's price. */
  price: string | undefined;
  isPriceStale: boolean;
  orders: ModelOrder[];
  lastKey: { key: string; body: object; id: number } | undefined;
}

export const newModel = (): ActorsModel => ({
  signedIn: { customer: true, shop: true },
  isEnabled: true,
  mayOrder: true,
  price: undefined,
  isPriceStale: false,
  orders: [],
  lastKey: undefined,
});

/** From, to, who; `S` alone needs a reason. Written down a second time: the product's own table is what is checked. */
const legal =
  'quoted>placed:cs quoted>cancelled:cs placed>cancelled:cs placed>confirmed:s confirmed>producing:s ' +
  'confirmed>cancelled:S producing>inspecting:s inspecting>shipped:s shipped>completed:s';
const byMove = new Map(legal.split(' ').map((entry) => entry.split(':') as [string, string]));

/** The status that the actor's call must have before anything about its subject counts; undefined: it may go on. */
export function refusalOf(model: ActorsModel, actor: ActorName): number | undefined {
  if (!model.signedIn[actor]) return 401;
  return actor === 'customer' && !model.mayOrder ? 403 : undefined;
}

/** What a move must be answered with. */
export function moveStatus(
  model: ActorsModel,
  actor: ActorName,
  order: ModelOrder,
  { to, isStale, hasReason }: { to: OrderStatus; isStale: boolean; hasReason: boolean },
): number {
  const refusal = refusalOf(model, actor);
  if (refusal !== undefined) return refusal;
  const by = byMove.get(`${order.status}>${to}`) ?? '';
  const may = actor === 'customer' ? by.includes('c') : by !== '';
  if (!may) return 409;
  if (by === 'S' && !hasReason) return 422;
  return isStale ? 409 : 200;
}

import type { OrderStatus } from '#domain/orders/order-status.ts';

/** The actors: a customer and a member of staff. */
export type ActorName = 'customer' | 'shop';

export interface ModelOrder {
  id: number;
  status: OrderStatus;
  version: number;
  revision: number;
  price: string;
  rows: number;
  /** The formula's prices of its parts. */
  computed: string;
  /** Priced manually: a revision makes it a request again. */
  isManual: boolean;
  /** A request about a quotation, which stays valid. */
  keepsQuotation: boolean;
}

/** The expected state of the server, as visible to the two actors. */
export interface OrderModel {
  signedIn: Record<ActorName, boolean>;
  /** The customer's account and permission; the administrator switches both. */
  isEnabled: boolean;
  mayOrder: boolean;
  /** The customer has seen today's price. */
  price: string | undefined;
  isPriceStale: boolean;
  orders: ModelOrder[];
  lastKey: { key: string; body: object; id: number } | undefined;
}

export const newModel = (): OrderModel => ({
  signedIn: { customer: true, shop: true },
  isEnabled: true,
  mayOrder: true,
  price: undefined,
  isPriceStale: false,
  orders: [],
  lastKey: undefined,
});

/** From, to, actors; `C` and `S` need a reason. Repeats the product's table on purpose, because that table is under test. */
const legal =
  'requested>cancelled:cS quoted>requested:CS quoted>placed:cs quoted>cancelled:cs placed>cancelled:cs placed>confirmed:s confirmed>producing:s ' +
  'confirmed>cancelled:S producing>inspecting:s inspecting>shipped:s shipped>completed:s';
const actorsByMove = new Map(legal.split(' ').map((entry) => entry.split(':') as [string, string]));

/** The refusal that any call of the actor must get; undefined when it may proceed. */
export function refusalOf(model: OrderModel, actor: ActorName): number | undefined {
  if (!model.signedIn[actor]) return 401;
  return actor === 'customer' && !model.mayOrder ? 403 : undefined;
}

/** The expected response to a move. */
export function moveStatus(
  model: OrderModel,
  actor: ActorName,
  order: ModelOrder,
  { to, isStale, hasReason }: { to: OrderStatus; isStale: boolean; hasReason: boolean },
): number {
  const refusal = refusalOf(model, actor);
  if (refusal !== undefined) return refusal;
  const placesValidQuotation = order.keepsQuotation && order.status === 'requested' && to === 'placed';
  const by = placesValidQuotation ? 'c' : (actorsByMove.get(`${order.status}>${to}`) ?? '');
  const free = actor === 'customer' ? 'c' : 's';
  const bound = free.toUpperCase();
  if (!by.includes(free) && !by.includes(bound)) return 409;
  if (by.includes(bound) && !hasReason) return 422;
  return isStale ? 409 : 200;
}

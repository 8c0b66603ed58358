import { randomUUID } from 'node:crypto';
import type { Material } from '#contract/catalogue/material-list.ts';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { unpricedSelections } from '#domain/process-tree/offered.ts';
import { dropInapplicable, processesFor, processKey } from '#domain/process-tree/process-tree.ts';
import type { ProcessSelections } from '#domain/pricing/types.ts';
import type { Api, Envelope, SendOptions } from '../app/api.ts';

export interface SeenCatalogue {
  materials: Material[];
  tree: ProcessTreeNode[];
}

/** The catalogue as read by a client. */
export async function readCatalogue(app: Api, who: SendOptions = { as: 'demo' }): Promise<SeenCatalogue> {
  const materials = await app.send('GET', '/material?pageSize=1000', who);
  const tree = await app.send('GET', '/process/tree?pageSize=1000', who);
  return { materials: listOf(materials), tree: listOf(tree) };
}

export const listOf = <T>(answer: Envelope): T[] => (answer.data as { list: T[] }).list;

/** For each process that applies, the option chosen by `pick` (the first unless given). */
export function selectionsFor(
  tree: readonly ProcessTreeNode[],
  materialId: number,
  pick: (optionCount: number) => number = () => 0,
): ProcessSelections {
  const selections: ProcessSelections = {};
  for (;;) {
    const open = processesFor(tree, materialId, selections).find((choice) => choice.selected === undefined);
    if (!open) return dropInapplicable(tree, materialId, selections).applicable;
    const option = open.options[pick(open.options.length) % open.options.length];
    selections[processKey(open.process.id)] = option!.id;
  }
}

/** A part that can be ordered: its selections have prices. */
export function buildItem(
  { materials, tree }: SeenCatalogue,
  { materialIndex = 0, ...rest }: Partial<QuotationItem> & { materialIndex?: number } = {},
): QuotationItem {
  const parts = materials.map((material) => ({ material, selections: selectionsFor(tree, material.id) }));
  const sold = parts.filter(
    ({ material, selections }) => unpricedSelections(material, selections).length === 0,
  );
  const { material, selections } = sold[materialIndex]!;
  return { material: material.id, num: 10, length: 120, width: 80, height: 20, ...selections, ...rest };
}

/** The body of an order at the price that the server quotes. */
export async function buildOrder(
  app: Api,
  who: SendOptions,
  items: readonly QuotationItem[],
  rest: Partial<PlaceOrder> = {},
): Promise<PlaceOrder> {
  const quote = await app.send('POST', '/quote', { ...who, body: { items } });
  if (quote.status !== 200) throw new Error(`quote: ${quote.msg} ${JSON.stringify(quote.errors)}`);
  return { items: [...items], price: (quote.data as { price: string }).price, status: 'placed', ...rest };
}

/** Places an order; a new key unless given. */
export function place(app: Api, who: SendOptions, body: unknown, key: string = randomUUID()) {
  return app.send('POST', '/order', {
    ...who,
    body,
    headers: { 'idempotency-key': key, ...who.headers },
  });
}

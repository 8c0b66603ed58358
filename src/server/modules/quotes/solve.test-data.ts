import { expect } from 'vitest';
import type { Quotation, SuggestionInYuan, Solution } from '#contract/orders/quotes.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { buildItem, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

/** The app and a part whose quotation is solved for a wish. */
export async function startSolving() {
  const app = await createTestApp();
  const catalogue = await readCatalogue(app);
  // The first options of the sample catalogue are the cheapest ones; the part has the dearest.
  const plain = buildItem(catalogue);
  const {
    material: _material,
    num: _num,
    length: _length,
    width: _width,
    height: _height,
    ...dearest
  } = buildItem({
    materials: catalogue.materials.filter(({ id }) => id === plain.material),
    tree: catalogue.tree.map((root) => ({ ...root, children: root.children.toReversed() })),
  });
  const item = { ...plain, ...dearest };

  const send = (body: object) => app.send('POST', '/quote/solve', { as: 'demo', body });
  const solved = async (body: object): Promise<Solution> => {
    const answer = await send(body);
    expect(answer.status, answer.msg).toBe(200);
    return answer.data;
  };
  async function quoted(one: QuotationItem): Promise<{ sub_total: number; delivery_time: number }> {
    const { data } = await app.send('POST', '/quote', { as: 'demo', body: { items: [one] } });
    return (data as Quotation).items[0]!;
  }
  /** The part as a customer orders it after taking a suggestion. */
  function taken({ material, num, selections }: SuggestionInYuan): QuotationItem {
    const { length, width, height } = item;
    return { material, num, length, width, height, ...selections };
  }

  const figures = () => quoted(item);
  return { app, item, send, solved, quoted, taken, figures };
}

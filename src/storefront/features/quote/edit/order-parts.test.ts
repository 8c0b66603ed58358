import { expect, test } from 'vitest';
import { quotationItem } from '#contract/part-item.ts';
import { buildModel, placedOrder } from '#tests/support/wire-order.ts';
import { draftText, loadDraft, saveDraft } from '../draft/draft-storage.ts';
import { itemFromFields } from '../draft/draft.ts';
import { partsOfOrder } from './order-parts.ts';

const model = buildModel({
  body: 2,
  scale: '25.4',
  sent: { volumeMm3: 12.5, boxMm: [3, 2, 1], isTurned: true },
});

test('a copied or edited part keeps its model with the measures that were sent, also through the stored draft', () => {
  const [part] = partsOfOrder({ ...placedOrder, models: [model] });
  const sent = { id: 7, body: 2, scale: '25.4', volumeMm3: 12.5, boxMm: [3, 2, 1], isTurned: true };
  expect(itemFromFields(part!).model).toStrictEqual(sent);
  const slot = { userId: 1, orderId: null };
  saveDraft(slot, [part!]);
  const [stored] = loadDraft(slot)!;
  expect(quotationItem.parse(itemFromFields(stored!)).model).toStrictEqual(sent);
});

test('a part without a model is stored as before', () => {
  const [part] = partsOfOrder({ ...placedOrder, models: [] });
  expect(draftText({ userId: 1, orderId: null }, [part!])).not.toContain('model');
});

import { expect, test } from 'vitest';
import { quotationItem } from '#contract/orders/part-item.ts';
import { ALL_BODIES } from '#domain/models/model-check.ts';
import { buildModel, placedOrder } from '#tests/support/data/wire-order.ts';
import { draftText, loadDraft, saveDraft } from '../draft/storage/draft-storage.ts';
import { itemFromFields } from '../draft/draft.ts';
import { sizeFieldsOf } from '../models/model-size.ts';
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

test('the model of a copied part has the data of its file, and new figures once it is rescaled', () => {
  const [part] = partsOfOrder({ ...placedOrder, models: [model] });
  const { modelFile } = part!;
  expect(modelFile).toMatchObject({ fileName: '支架.step', fileBytes: 1_000, factor: 25.4, unit: 'mm' });
  expect(sizeFieldsOf(modelFile!)).toEqual({ length: '3', width: '2', height: '1' });
  const anew = itemFromFields({ ...part!, modelFile: { ...modelFile!, factor: 1 } }).model;
  expect(anew).toMatchObject({ id: 7, body: 2, scale: '1' });
  expect(anew?.boxMm[0]).toBeCloseTo(3 / 25.4);
});

test('a model of all bodies stays one part, and the only body of a file has no index', () => {
  const [whole, only] = [
    { ...model, body: ALL_BODIES, bodies: 3 },
    { ...model, body: 0, bodies: 1 },
  ].map((one) => partsOfOrder({ ...placedOrder, models: [one] })[0]!);
  expect(whole?.modelFile).toMatchObject({ isWhole: true, measures: { bodies: 3 } });
  expect(itemFromFields(whole!).model?.body).toBe(ALL_BODIES);
  expect(only?.modelFile).not.toHaveProperty('bodyIndex');
  expect(itemFromFields(only!).model?.body).toBe(0);
});

test('a deleted model is not sent again, and its part keeps its size', () => {
  const [part] = partsOfOrder({ ...placedOrder, models: [{ ...model, isDeleted: true }] });
  expect(part?.modelFile).toMatchObject({ failure: 'deleted' });
  expect(itemFromFields(part!)).toMatchObject({ length: 120, width: 60, height: 20 });
  expect(itemFromFields(part!)).not.toHaveProperty('model');
});

test('a part without a model is stored without model fields', () => {
  const [part] = partsOfOrder({ ...placedOrder, models: [] });
  expect(draftText({ userId: 1, orderId: null }, [part!])).not.toContain('model');
});

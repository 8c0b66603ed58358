import { beforeEach, expect, test } from 'vitest';
import { clearDraft, loadDraft, saveDraft } from './draft-storage.ts';
import { buildFields, buildPart } from '../fixtures.test-data.ts';

const slot = { userId: 7, orderId: null };
const storageKey = 'quotemill.draft.7';

beforeEach(() => localStorage.clear());

test('a draft is restored unchanged, without page-only state', () => {
  saveDraft(slot, [buildPart({ showsErrors: true }), buildPart({ key: 'part-2', num: '12.' })]);
  expect(loadDraft(slot)).toEqual([buildFields(), buildFields({ num: '12.' })]);
  const listed = { isRound: true, isListed: true, assumed: { finish: '无' } };
  saveDraft(slot, [buildPart(listed)]);
  expect(loadDraft(slot)).toEqual([buildFields(listed)]);
});

test('each user and each order has a separate draft', () => {
  saveDraft(slot, [buildPart()]);
  expect(loadDraft({ userId: 8, orderId: null })).toBeUndefined();
  saveDraft({ userId: 7, orderId: 12 }, [buildPart({ name: '改' })]);
  expect(loadDraft({ userId: 7, orderId: 12 })).toEqual([buildFields({ name: '改' })]);
  expect(loadDraft({ userId: 7, orderId: 13 })).toBeUndefined();
  expect(loadDraft(slot)).toEqual([buildFields()]);
});

test('only the drafts of the last edited orders are stored', () => {
  const ofOrder = (orderId: number) => ({ userId: 7, orderId });
  for (let id = 1; id <= 6; id += 1) saveDraft(ofOrder(id), [buildPart()]);
  saveDraft(ofOrder(2), [buildPart()]);
  saveDraft(ofOrder(7), [buildPart()]);
  expect([1, 2, 3, 4, 7].filter((id) => loadDraft(ofOrder(id)))).toEqual([2, 4, 7]);
});

test('each customer has a separate draft, and only the latest ones are stored', () => {
  const forUser = (forUserId: number) => ({ userId: 7, orderId: null, forUserId });
  saveDraft(slot, [buildPart({ name: '自己' })]);
  saveDraft(forUser(0), [buildPart({ name: '未选' })]);
  saveDraft({ userId: 7, orderId: 1 }, [buildPart({ name: '订单' })]);
  for (let id = 1; id <= 6; id += 1) saveDraft(forUser(id), [buildPart({ name: `客户${id}` })]);
  const names = [slot, { userId: 7, orderId: 1 }, ...[0, 1, 2, 6].map(forUser)].map(
    (one) => loadDraft(one)?.[0]?.name,
  );
  expect(names).toEqual(['自己', '订单', '未选', undefined, '客户2', '客户6']);
});

test('a cleared draft is gone', () => {
  saveDraft(slot, [buildPart()]);
  clearDraft(slot);
  expect(loadDraft(slot)).toBeUndefined();
});

test.each([
  ['no JSON', '{'],
  ['another version', JSON.stringify({ version: 2, orderId: null, parts: [] })],
  ['no version', JSON.stringify({ orderId: null, parts: [] })],
  ['a part without fields', JSON.stringify({ version: 1, orderId: null, parts: [{}] })],
  [
    'endless text',
    JSON.stringify({ version: 1, orderId: null, parts: [buildFields({ name: 'x'.repeat(501) })] }),
  ],
])('%s is not a draft', (_, text) => {
  localStorage.setItem(storageKey, text);
  expect(loadDraft(slot)).toBeUndefined();
});

test('selections with malformed keys are dropped', () => {
  const parts = [{ ...buildFields(), selections: { process_3: 17, __proto: 1, process_x: 2 } }];
  localStorage.setItem(storageKey, JSON.stringify({ version: 1, orderId: null, parts }));
  expect(loadDraft(slot)?.[0]?.selections).toEqual({ process_3: 17 });
});

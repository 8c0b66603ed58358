import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDraftKeeper } from './draft-keeper.ts';
import { loadDraft } from './draft-storage.ts';
import { buildFields } from './fixtures.test-data.ts';

const slot = { userId: 7, orderId: null };
const num = () => loadDraft(slot)?.[0]?.num;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a draft is written once typing pauses', () => {
  const keeper = createDraftKeeper(slot);
  keeper.keep([buildFields({ num: '1' })]);
  vi.advanceTimersByTime(200);
  keeper.keep([buildFields({ num: '12' })]);
  vi.advanceTimersByTime(200);
  expect(num()).toBeUndefined();
  vi.advanceTimersByTime(200);
  expect(num()).toBe('12');
});

test('leaving the page writes a pending draft', () => {
  const keeper = createDraftKeeper(slot);
  keeper.keep([buildFields({ num: '3' })]);
  keeper.flush();
  expect(num()).toBe('3');
});

test('a draft that became an order stays removed, whatever the page does afterwards', () => {
  const keeper = createDraftKeeper(slot);
  keeper.keep([buildFields()]);
  keeper.close();
  keeper.keep([buildFields({ num: '5' })]);
  keeper.flush();
  expect(num()).toBeUndefined();
});

test('a discarded draft does not come back', () => {
  const keeper = createDraftKeeper(slot);
  keeper.keep([buildFields()]);
  keeper.flush();
  keeper.keep([buildFields({ num: '4' })]);
  keeper.discard();
  vi.advanceTimersByTime(1000);
  keeper.flush();
  expect(num()).toBeUndefined();
});

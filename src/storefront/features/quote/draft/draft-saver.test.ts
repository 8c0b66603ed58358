import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDraftSaver } from './draft-saver.ts';
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
  const saver = createDraftSaver(slot);
  saver.save([buildFields({ num: '1' })]);
  vi.advanceTimersByTime(200);
  saver.save([buildFields({ num: '12' })]);
  vi.advanceTimersByTime(200);
  expect(num()).toBeUndefined();
  vi.advanceTimersByTime(200);
  expect(num()).toBe('12');
});

test('leaving the page writes a pending draft', () => {
  const saver = createDraftSaver(slot);
  saver.save([buildFields({ num: '3' })]);
  saver.flush();
  expect(num()).toBe('3');
});

test('a draft that became an order stays removed, whatever the page does afterwards', () => {
  const saver = createDraftSaver(slot);
  saver.save([buildFields()]);
  saver.close();
  saver.save([buildFields({ num: '5' })]);
  saver.flush();
  expect(num()).toBeUndefined();
});

test('a discarded draft does not come back', () => {
  const saver = createDraftSaver(slot);
  saver.save([buildFields()]);
  saver.flush();
  saver.save([buildFields({ num: '4' })]);
  saver.discard();
  vi.advanceTimersByTime(1000);
  saver.flush();
  expect(num()).toBeUndefined();
});

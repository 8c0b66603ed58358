import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDraftSaver } from './draft-saver.ts';
import { loadDraft } from './draft-storage.ts';
import { buildFields } from '../fixtures.test-data.ts';

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

describe('another tab', () => {
  const conflicts = vi.fn<(isLoss: boolean) => void>();
  let unwatch: (() => void) | undefined;
  beforeEach(() => conflicts.mockClear());
  afterEach(() => unwatch?.());
  const twoTabs = () => {
    const [one, two] = [createDraftSaver(slot), createDraftSaver(slot)];
    unwatch = two.watch(conflicts);
    one.save([buildFields({ num: '1' })]);
    one.flush();
    return { one, two };
  };

  test('that stored a draft meanwhile is never overwritten silently', () => {
    const { two } = twoTabs();
    two.save([buildFields({ num: '2' })]);
    vi.advanceTimersByTime(1000);
    two.flush();
    two.discard();
    expect(conflicts).toHaveBeenCalled();
    expect(num()).toBe('1');
  });

  test('that stored a draft meanwhile causes no loss in a tab without unsaved changes', () => {
    const { two } = twoTabs();
    const report = () => globalThis.dispatchEvent(new StorageEvent('storage', { key: 'quotemill.draft.7' }));
    report();
    expect(conflicts).toHaveBeenLastCalledWith(false);
    two.save([buildFields({ num: '2' })]);
    report();
    expect(conflicts).toHaveBeenLastCalledWith(true);
    two.discard();
    expect(conflicts).toHaveBeenLastCalledWith(true);
  });

  test('keeps its draft when this one orders before the conflict is resolved', () => {
    const { two } = twoTabs();
    two.save([buildFields({ num: '2' })]);
    two.close();
    vi.advanceTimersByTime(1000);
    expect(num()).toBe('1');
  });

  test('is overwritten or loaded when the customer says so', () => {
    const { one, two } = twoTabs();
    two.keepMine([buildFields({ num: '2' })]);
    expect(num()).toBe('2');
    expect(one.takeTheirs()).toMatchObject([{ num: '2' }]);
    one.save([buildFields({ num: '3' })]);
    one.flush();
    expect(num()).toBe('3');
  });

  test('that ordered the draft removes it for this one too', () => {
    const { one, two } = twoTabs();
    expect(two.takeTheirs()).toMatchObject([{ num: '1' }]);
    one.close();
    two.save([buildFields({ num: '2' })]);
    vi.advanceTimersByTime(1000);
    expect(conflicts).toHaveBeenCalledTimes(1);
    expect(num()).toBeUndefined();
    expect(two.takeTheirs()).toBeUndefined();
  });
});

import { expect, test } from 'vitest';
import {
  isWithdrawal,
  lastReopening,
  lastOfferNote,
  lastOfferRevision,
  offerReason,
} from './offer-history.ts';

const sent = (reason: string) => ({ from: 'requested', to: 'quoted', reason });
const asked = (reason: string) => ({ from: 'quoted', to: 'requested', reason });

test('the note of the last offer can be read back from the history, whatever its text', () => {
  for (const note of ['含税', '人工报价，第 1 版：', '第一行\n第二行：完'])
    expect(lastOfferNote([sent(offerReason(2, '旧')), asked('再便宜些'), sent(offerReason(3, note))])).toBe(
      note,
    );
});

test('an offer without a note has none, also after an offer with one', () => {
  expect(offerReason(3, '  ')).toBe('人工报价，第 3 版');
  expect(lastOfferNote([sent(offerReason(2, '旧')), asked('再便宜些'), sent(offerReason(3, ''))])).toBe('');
  expect(lastOfferNote([sent('修改报价，第 2 版：1')])).toBe('');
  expect(lastOfferNote([])).toBe('');
});

test('a revision has the note of its own offer, not that of a later one', () => {
  const history = [sent(offerReason(2, '旧')), asked('再便宜些'), sent(offerReason(12, '新'))];
  const changed = [...history, { from: 'quoted', to: 'quoted', reason: '修改报价，第 13 版' }];
  expect([1, 2, 11, 12, 13].map((revision) => lastOfferNote(changed, revision))).toStrictEqual([
    '',
    '旧',
    '旧',
    '新',
    '',
  ]);
});

test('the reason of the latest repeated request is found', () => {
  const history = [asked('再便宜些'), sent(offerReason(2, '')), asked('交期能否提前'), sent('')];
  expect(lastReopening(history)?.reason).toBe('交期能否提前');
  expect(lastReopening([{ from: null, to: 'requested', reason: '首次' }])).toBeUndefined();
});

test('only the shop withdraws an offer', () => {
  expect(isWithdrawal({ ...asked('材料涨价'), isByShop: true })).toBe(true);
  expect(isWithdrawal(asked('再便宜些'))).toBe(false);
  expect(isWithdrawal({ ...sent(''), isByShop: true })).toBe(false);
});

test('the last offer names the revision it created', () => {
  const history = [sent(offerReason(2, '旧')), asked('修改报价，第 3 版'), sent(offerReason(14, ''))];
  expect([3, 2, 0].map((rows) => lastOfferRevision(history.slice(0, rows)))).toEqual([14, 2, undefined]);
  expect(lastOfferRevision([sent('修改报价，第 2 版')])).toBeUndefined();
});

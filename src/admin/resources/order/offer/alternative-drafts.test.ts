import { describe, expect, it } from 'vitest';
import { alternativeDraftsOf, parseAlternative, type AlternativeDraft } from './alternative-drafts.ts';
import { buildOrder } from '../order.test-data.ts';

const [part] = buildOrder().items;
const item = { ...part!, num: 10 };
const open = { ...item, trace: { ...item.trace, version: 2 as const, steps: [{ kind: 'open' as const }] } };
const empty: AlternativeDraft = {
  key: 0,
  lineNo: 1,
  num: '20',
  label: '',
  amount: '',
  days: '',
  isFree: false,
};

describe('an alternative in the form', () => {
  it('has the formula price for its quantity until an amount is entered', () => {
    const { automatic, body, reductionLine } = parseAlternative(item, empty);
    expect(automatic!.fen).toBeGreaterThan(0);
    expect(body).toEqual({
      lineNo: 1,
      num: 20,
      label: '',
      amount: automatic!.fen / 100,
      days: automatic!.days,
    });
    expect(reductionLine).toMatchObject({ line: { fen: automatic!.fen }, automaticFen: automatic!.fen });
  });

  it('accepts the amounts that a line accepts: percent of the formula price, and per piece', () => {
    const { automatic } = parseAlternative(item, empty);
    const reduced = parseAlternative(item, { ...empty, amount: '-10%', days: '4.5' });
    expect(reduced.body).toMatchObject({ amount: Math.ceil(automatic!.fen * 0.9) / 100, days: 4.5 });
    expect(parseAlternative(item, { ...empty, amount: '8.5/件' }).body).toMatchObject({ amount: 170 });
  });

  it('reports invalid input', () => {
    expect(parseAlternative(item, { ...empty, num: '' }).errors).toEqual({ num: '请输入件数' });
    expect(parseAlternative(item, { ...empty, num: '1.5' }).errors).toEqual({ num: '请输入件数' });
    expect(parseAlternative(item, { ...empty, num: '10' }).errors).toEqual({ label: '请填写与原方案的区别' });
    expect(parseAlternative(item, { ...empty, num: '10', label: '改用 6061' }).errors).toEqual({});
    expect(parseAlternative(item, { ...empty, amount: '0' }).errors).toEqual({
      amount: '金额为 0 时请勾选“免费”',
    });
    expect(parseAlternative(item, { ...empty, amount: '0', isFree: true }).body).toMatchObject({
      amount: 0,
      isFree: true,
    });
    expect(parseAlternative(open, empty)).toMatchObject({
      automatic: null,
      errors: { amount: '价格表不能报价，请输入金额' },
    });
  });

  it('is restored from the sent offer', () => {
    const sent = { lineNo: 1, num: 20, label: '改用 6061', amount: 12.5, days: 4 };
    const [draft] = alternativeDraftsOf([sent]);
    expect(parseAlternative(item, draft!).body).toEqual(sent);
  });
});

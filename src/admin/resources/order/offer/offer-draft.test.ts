import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reductionOf } from '#domain/pricing/reduction.ts';
import {
  draftOf,
  isUnpriced,
  lineProblemsText,
  requiredFields,
  parseLine,
  type LineDraft,
} from './offer-draft.ts';
import { initialOffer } from './initial-offer.ts';
import { buildOrder } from '../order.test-data.ts';
import { parseOffer } from './parse-offer.ts';

const [item] = buildOrder().items;
const line = { ...item!, num: 10, sub_total: 713.57, delivery_time: 6.2 };
const open = { ...line, trace: { ...line.trace, version: 2 as const, steps: [{ kind: 'open' as const }] } };
const empty = draftOf(line);

describe('a line in the form', () => {
  it('uses the formula price until an amount is entered', () => {
    expect(parseLine(line, empty)).toEqual({
      line: { state: 'formula', fen: 71_357, days: 6.2 },
      errors: {},
      decision: { lineNo: 1, kind: 'formula' },
    });
  });

  it('accepts other days at the formula price, but not for an unpriced line', () => {
    expect(parseLine(line, { ...empty, days: '9' }).decision).toEqual({
      lineNo: 1,
      kind: 'price',
      amount: 713.57,
      days: 9,
      reason: '',
    });
    expect(parseLine(open, { ...empty, days: '9' }).decision).toBeUndefined();
  });

  it.each([
    ['888.5', 88_850],
    ['８８８．５', 88_850],
    ['¥1,234.50', 123_450],
    ['888.5元', 88_850],
    ['+8%', 77_066],
    ['-100%', 0],
    ['－５％', 67_790],
    ['88.5/件', 88_500],
    ['88.5/', 88_500],
    ['0.005/pcs', 5],
  ])('reads %s as %i fen', (amount, fen) => {
    expect(parseLine(line, { ...empty, amount, reason: '工装', isFree: true })).toMatchObject({
      line: { state: 'price', fen, days: 6.2 },
      decision: { kind: 'price', amount: fen / 100, days: 6.2, reason: '工装' },
    });
  });

  it('rounds a reduction in percent up to the lowest amount within that limit', () => {
    const amounts = fc.integer({ min: 1, max: 5_000_000_000 });
    const percents = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(amounts, percents, (automaticFen, percent) => {
        const draft = { ...empty, amount: `-${percent}%`, reason: '老客户', isFree: true };
        const parsed = parseLine({ ...line, sub_total: automaticFen / 100 }, draft).line;
        expect(reductionOf([{ line: parsed, automaticFen }], []).percent).toBeLessThanOrEqual(percent);
        const least = (BigInt(automaticFen) * BigInt(10_000 - Math.round(percent * 100)) + 9_999n) / 10_000n;
        expect(parsed.fen).toBe(Number(least));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['abc', '-3', '8%', '+%', '/件', '1e9', '99999999999'])('rejects %s', (amount) => {
    const { decision, errors } = parseLine(line, { ...empty, amount, reason: '工装' });
    expect(decision).toBeUndefined();
    expect(errors.amount).toBe('请输入金额，或 +8%、88.5/件');
  });

  it.each([
    ['+49%', false],
    ['-50%', false],
    ['+51%', true],
    ['-99%', true],
  ])('requires a reason for %s of the formula price: %s', (amount, isNeeded) => {
    const parsed = parseLine(line, { ...empty, amount });
    expect(parsed.errors).toEqual(isNeeded ? { reason: '与自动报价相差超过 50%，请填写说明' } : {});
    expect(parsed.decision === undefined).toBe(isNeeded);
    expect(requiredFields(line, { ...empty, amount }, parsed)).toEqual(isNeeded ? ['reason'] : []);
    expect(parseLine(open, { ...empty, amount: '9' }).decision).toMatchObject({ amount: 9, reason: '' });
  });

  it('requires valid days, and a confirmation of a price of 0', () => {
    expect(parseLine(line, { ...empty, amount: '5', days: '三', reason: '工装' }).errors).toEqual({
      days: '请输入天数',
    });
    const free = { ...empty, amount: '0', reason: '样件' };
    expect(parseLine(line, free).errors).toEqual({ amount: '金额为 0 时请勾选“免费”' });
    expect(parseLine(line, { ...free, isFree: true }).decision).toMatchObject({ amount: 0, isFree: true });
  });

  it('requires an amount without a formula price, and a reason for declining the part', () => {
    expect(isUnpriced(open)).toBe(true);
    expect(parseLine(open, empty)).toMatchObject({ errors: { amount: '价格表不能报价，请输入金额' } });
    expect(parseLine(open, { ...empty, isDeclined: true }).errors).toEqual({ reason: '请填写不报价的原因' });
    expect(parseLine(open, { ...empty, isDeclined: true, reason: '无此设备' }).decision).toEqual({
      lineNo: 1,
      kind: 'declined',
      reason: '无此设备',
    });
  });

  it('starts with the earlier decision', () => {
    const step = { kind: 'price' as const, amount: 88.5, days: 4, reason: '工装', by: '周工' };
    const offered = { ...open, trace: { ...open.trace, steps: [...open.trace.steps, step] } };
    expect(draftOf(offered)).toEqual({ ...empty, amount: '88.50', days: '4', reason: '工装' });
    expect(parseLine(offered, draftOf(offered)).decision).toMatchObject({ amount: 88.5, days: 4 });
    expect(parseLine(offered, empty).errors.amount).toBe('价格表不能报价，请输入金额');
  });
});

describe('the reduction that the form shows', () => {
  it('includes a rule charge that the offer drops, as the server does', () => {
    const charge = { kind: 'setup', label: '编程开机费', amount: 100, reason: '', by: '' } as const;
    const order = buildOrder({
      items: [{ ...line, sub_total: 100, line_total: 100 }],
      charges: [charge],
      ruleCharges: [{ ...charge, ruleId: 4 }],
      discountLimit: 5,
    });
    const initial = initialOffer(order);
    expect(parseOffer(order, initial.draft, initial, undefined).reductionPercent).toBe(0);
    const dropped = { ...initial.draft, charges: [] };
    expect(parseOffer(order, dropped, initial, undefined)).toMatchObject({
      reductionPercent: 50,
      isAboveLimit: true,
    });
  });
});

describe('the summary of missing input', () => {
  const missing = (...typed: Partial<LineDraft>[]) =>
    lineProblemsText(
      typed.map((changed) => {
        const draft = { ...empty, ...changed };
        return { line: draft, parsed: parseLine(draft.amount === '' ? open : line, draft) };
      }),
    );

  it.each<[string, Partial<LineDraft>[], string]>([
    ['nothing', [{ amount: '5', reason: '工装' }], ''],
    ['a price', [{}], '还有 1 个零件没有报价'],
    ['the reason of a typed price', [{ amount: '600/件' }], '还有 1 个零件没有填写说明'],
    ['the reason of a part that is declined', [{ isDeclined: true }], '还有 1 个零件没有填写说明'],
    ['days', [{ amount: '5', days: '三', reason: '工装' }], '还有 1 个零件交期有误'],
    [
      'several things',
      [{}, { amount: 'abc' }, { amount: '-90%' }],
      '还有 1 个零件没有报价、1 个零件金额有误、1 个零件没有填写说明',
    ],
  ])('names %s', (_what, typed, text) => {
    expect(missing(...typed)).toBe(text);
  });
});

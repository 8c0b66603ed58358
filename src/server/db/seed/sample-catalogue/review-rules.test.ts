import { expect, test } from 'vitest';
import { buildCart, buildLine, buildRule } from '#domain/review/carts.test-data.ts';
import type { ReviewRule } from '#domain/review/review-rule.ts';
import { findReviewReasons, reviewReasonText } from '#domain/review/review-reasons.ts';
import { sampleReviewRules } from './review-rules.ts';

const rules = sampleReviewRules
  .filter(({ status }) => status === 2)
  .map((rule, id) => buildRule({ id, ...(rule as Partial<ReviewRule> & Pick<ReviewRule, 'kind'>) }));
const holdsOf = (line: Parameters<typeof buildLine>[0]) =>
  findReviewReasons(rules, buildCart([buildLine(line)])).map(reviewReasonText);

test.each([
  [
    { length: 5000, width: 800, height: 600 },
    ['零件 1：长 5000 mm 超过 1000 mm、宽 800 mm 超过 500 mm、高 600 mm 超过 500 mm'],
  ],
  [{ length: 20, width: 10, height: 10, num: 1_000_000 }, ['零件 1：数量 1000000 件超过 10000 件']],
  [{ length: 20, width: 0.01, height: 10 }, ['零件 1：宽 0.01 mm 小于 0.5 mm']],
  [{ length: 0.5, width: 1000, height: 500, num: 10_000 }, []],
])('the sample rules send %j to review when it is too large, too small or too many', (line, held) => {
  expect(holdsOf(line)).toEqual(held);
});

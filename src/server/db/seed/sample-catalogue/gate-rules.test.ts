import { expect, test } from 'vitest';
import { buildCart, buildLine, buildRule } from '#domain/gates/carts.test-data.ts';
import type { GateRule } from '#domain/gates/gate-rule.ts';
import { gatesOf, gateText } from '#domain/gates/gates-of.ts';
import { sampleGateRules } from './gate-rules.ts';

const rules = sampleGateRules
  .filter(({ status }) => status === 2)
  .map((rule, id) => buildRule({ id, ...(rule as Partial<GateRule> & Pick<GateRule, 'kind'>) }));
const holdsOf = (line: Parameters<typeof buildLine>[0]) =>
  gatesOf(rules, buildCart([buildLine(line)])).map(gateText);

test.each([
  [
    { length: 5000, width: 800, height: 600 },
    ['零件 1：长 5000 mm 超过 1000 mm、宽 800 mm 超过 500 mm、高 600 mm 超过 500 mm'],
  ],
  [{ length: 20, width: 10, height: 10, num: 1_000_000 }, ['零件 1：数量 1000000 件超过 10000 件']],
  [{ length: 500, width: 1000, height: 500, num: 10_000 }, []],
])('from the first start on, %j is held where no machine or nobody makes it at once', (line, held) => {
  expect(holdsOf(line)).toEqual(held);
});

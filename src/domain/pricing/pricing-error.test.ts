import { expect, it } from 'vitest';
import { PricingError } from './pricing-error.ts';

it('an error states the problem to staff, and also the remedy to customers', () => {
  const error = new PricingError('no_machining_price', 'copper');
  expect(error.message).toBe('no_machining_price: copper');
  expect(error.reason).toBe('该类材料暂无加工基价');
  expect(error.customerMessage).toBe('该类材料暂无加工基价，请联系我们报价');
});

it('an error names the field to correct', () => {
  const error = new PricingError('invalid_quantity', '0');
  expect(error.field).toBe('num');
  expect(error.customerMessage).toBe('数量须为 1 以上的整数');
});

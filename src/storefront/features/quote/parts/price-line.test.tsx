import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { priceItem } from '#domain/pricing/price-item.ts';
import { multiply } from '#tests/support/data/clerk.ts';
import { buildMaterial } from '../draft/fixtures.test-data.ts';
import { PriceLine } from './price-line.tsx';

const part = { material: 1, length: 100, width: 50, height: 20 };
const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent ?? '';

test.each([1, 10, 37, 1000])(
  '%i pieces: price × quantity is the sub-total, or the line says that the sub-total counts',
  (num) => {
    const price = priceItem(buildMaterial(), { ...part, num }, { aluminium: 98.5 });
    render(
      <PriceLine
        price={{ isPriced: true, price, missing: [] }}
        hasNonStandardLead={false}
        partKey="receipt"
        toggles={[]}
      />,
    );
    const unit = figure('折合单价');
    const finding = multiply(unit.replace('以小计为准', ''), num, figure('小计'));
    expect(finding).toBe(unit.includes('以小计为准') ? 'explained by four decimals' : 'exact');
    expect(figure('交期')).toMatch(/^\d+ 个工作日$/);
  },
);

test('in another lead class the days of a part are labelled 标准, because the class applies to the whole order', () => {
  const price = priceItem(buildMaterial(), { ...part, num: 1 }, { aluminium: 98.5 });
  render(
    <PriceLine
      price={{ isPriced: true, price, missing: [] }}
      hasNonStandardLead
      partKey="receipt"
      toggles={[]}
    />,
  );
  expect(figure('标准交期')).toMatch(/^\d+ 个工作日$/);
});

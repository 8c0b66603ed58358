import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { EarlierPart } from '#contract/orders/earlier-parts.ts';
import { EarlierParts } from './earlier-parts.tsx';
import { buildOrder } from '../order.test-data.ts';

test('earlier and current unit prices include the quantity discount', () => {
  const [sold] = buildOrder().items;
  const now = { ...sold!, num: 8, unit_price: 85, line_total: 508.25 };
  const earlier: EarlierPart = {
    orderId: 3,
    orderNo: 'Q20261120-0001',
    placedAt: '2026-11-20T10:00:00+08:00',
    likeness: 'same',
    item: { ...sold!, num: 64, unit_price: 85, line_total: 3039.04 },
  };
  render(
    <MemoryRouter>
      <EarlierParts item={now} earlier={[earlier]} />
    </MemoryRouter>,
  );
  expect(screen.getByText(/^该客户曾下单/).textContent).toBe('该客户曾下单，本次折合单价 ¥63.5313：');
  expect(screen.getByRole('listitem').textContent).toContain('× 64 件 · 折合单价 ¥47.485');
});

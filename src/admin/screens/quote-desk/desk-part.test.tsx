import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { form } from '../../resources/order/offer/offer.test-data.tsx';
import { openDesk } from './desk.test-data.ts';

test('a click on a part name shows the part beside the form', async () => {
  openDesk('?id=3');
  const lines = await form();
  expect(screen.getByRole('complementary', { name: '零件 1' })).toBeTruthy();
  fireEvent.click(lines.getByText('2. 轴'));
  expect(screen.getByRole('complementary', { name: '零件 2' })).toBeTruthy();
  expect(document.activeElement?.tagName).not.toBe('INPUT');
});

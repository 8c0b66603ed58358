import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, type Answer } from '#providers/fake-server.test-data.ts';
import { buildModel } from '#tests/support/data/wire-order.ts';
import { form, type } from '../../resources/order/offer/offer.test-data.tsx';
import { first, openDesk } from './desk.test-data.ts';
import { price } from './unsent-offers.test-data.tsx';

test('a click on a part name shows the part beside the form', async () => {
  openDesk('?id=3');
  const lines = await form();
  expect(screen.getByRole('complementary', { name: '零件 1' })).toBeTruthy();
  fireEvent.click(lines.getByText('2. 轴'));
  expect(screen.getByRole('complementary', { name: '零件 2' })).toBeTruthy();
  expect(document.activeElement?.tagName).not.toBe('INPUT');
});

test('measuring a model again keeps the request open, and the offer that is being written', async () => {
  let answer: (answer: Answer) => void = () => undefined;
  const measured = new Promise<Answer>((resolve) => (answer = resolve));
  const page = openDesk('?id=3', {
    answers: {
      'GET /order/3/withExt': ok({ ...first, models: [buildModel({ lineNo: 1 })] }),
      'GET /order/:id/earlier': ok([]),
      'POST /model/:id/measure': () => measured,
    },
  });
  type(await price(), '820');
  const button = (await screen.findByText('重新测量')).closest('button');
  fireEvent.click(button!);
  await waitFor(() => expect(button?.className).toContain('loading'));
  answer(ok(null, '已重新测量'));
  await waitFor(() => expect(button?.className).not.toContain('loading'));
  expect(page.at()).toContain('id=3');
  expect((await price()).value).toBe('820');
});

import { fireEvent, screen, within } from '@testing-library/react';
import { form, type } from '../../resources/order/offer/offer.test-data.tsx';
import { openDesk } from './desk.test-data.ts';

export const title = (orderNo: string) => screen.findByRole('link', { name: orderNo });
export const queue = () => within(screen.getByRole('region', { name: '待报价队列' }));
export const step = (key: 'ArrowDown' | 'ArrowUp') => fireEvent.keyDown(document.body, { key, altKey: true });
export const note = async () => (await form()).getByLabelText<HTMLTextAreaElement>('给客户的说明（选填）');
export const price = async () => (await form()).getByLabelText<HTMLInputElement>('1. 支架的人工报价');
export const row = (customer: string) => queue().getByRole('button', { name: new RegExp(customer) });

/** The first request with a price and a note that were typed, after a step to the second one. */
export async function stepAway() {
  const page = openDesk('?id=3');
  type(await price(), '820');
  type(await note(), '含税');
  step('ArrowDown');
  await title('Q20261120-0002');
  return page;
}

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';

const stock = {
  materialTag: 'aluminium',
  density: 2.7,
  length: 150,
  width: 100,
  height: 30,
  deliveryTime: 3,
  speed: 0.12,
  sort: 1,
  remark: '',
};
const row = (id: number, name: string, status: 'draft' | 'onSale') => ({
  ...stock,
  id,
  name,
  status,
  staffNote: '内部',
  processConfig: [],
  manualOptions: [],
  version: id,
  createdAt: '2026-11-20T08:00:00+08:00',
  updatedAt: '2026-11-20T08:00:00+08:00',
});
const rows = [row(3, 'AL6061', 'onSale'), row(4, 'AL7075', 'onSale'), row(5, 'AL5052', 'draft')];

test('chosen materials are taken off sale one by one; refused ones are listed and stay chosen', async () => {
  const page = openAdmin('/admin/user/material', {
    answers: {
      'GET /material': pageOf(rows),
      'GET /dict-data/option-select': ok([]),
      'PUT /material/:id': ({ url }) =>
        url.endsWith('/4') ? refusal(409, '被默认配置使用', 'record.in_use') : ok(rows[0]),
    },
  });
  for (const name of ['AL6061', 'AL7075', 'AL5052'])
    fireEvent.click(await screen.findByRole('checkbox', { name: `选择 ${name}` }));
  expect(await screen.findByRole('button', { name: '在售 1 项' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '停售 2 项' }));
  const dialog = within((await screen.findByText('AL6061、AL7075')).closest<HTMLElement>('[role=dialog]')!);
  fireEvent.click(dialog.getByText('停售'));
  const refused = within(await screen.findByRole('list', { name: '没有变更的材料' }));
  expect(refused.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'AL7075：被默认配置使用',
  ]);
  expect(page.sentTo('PUT /material/3').map(({ body }) => body)).toEqual([
    { ...stock, name: 'AL6061', status: 'draft', version: 3 },
  ]);
  expect(page.sentTo('PUT /material/5')).toEqual([]);
  fireEvent.click(screen.getByText('关闭'));
  await waitFor(() => expect(screen.queryByRole('list', { name: '没有变更的材料' })).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '选择 AL7075' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '选择 AL6061' }).checked).toBe(false);
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';
import { sampleRecord } from '../../resource-kit/samples.test-data.ts';
import { role } from './role.resource.ts';

const saved = { ...sampleRecord(role, 7), dataScope: '1', deptIds: [], version: 3 };
const theirs = { ...saved, dataScope: '2', deptIds: [2, 3], version: 4 };
const depts = [{ id: 2, label: '生产部', children: [{ id: 3, label: '质检组', children: [] }] }];

/** Chooses 仅本人 and saves, after another user has saved `theirs`. */
async function openConflict() {
  let now: object = saved;
  const page = openAdmin('/admin/sys-role/7/scope', {
    answers: {
      'GET /role': pageOf([saved]),
      'GET /role/:id': () => ok(now),
      'GET /roleDeptTreeselect/:id': ok({ depts, checkedKeys: [] }),
      'PUT /roledatascope': ({ body }) =>
        (body as { version: number }).version === theirs.version
          ? ok(theirs, '更新成功')
          : refusal(409, '数据已被他人修改', 'record.changed'),
    },
  });
  fireEvent.click(await screen.findByLabelText(/仅本人/));
  now = theirs;
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  const button = await screen.findByRole('button', { name: '按所选合并' });
  const dialog = within(button.closest<HTMLElement>('[role=dialog]') ?? document.body);
  return { page, dialog };
}

const sent = (page: ReturnType<typeof openAdmin>) =>
  page.sentTo('PUT /roledatascope').map(({ body }) => body as object);

test('a data scope changed by another user is shown beside the current choice', async () => {
  const { page, dialog } = await openConflict();
  expect(dialog.getAllByRole('row')[1]?.textContent).toBe('数据权限全部数据仅本人自定义部门：生产部、质检组');
  fireEvent.click(dialog.getByRole('button', { name: '按所选合并' }));
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-role'));
  expect(sent(page).at(-1)).toEqual({ roleId: 7, dataScope: '5', deptIds: [], version: 4 });
});

test('the data scope of the other user can be loaded instead', async () => {
  const { page, dialog } = await openConflict();
  fireEvent.click(dialog.getByLabelText(/生产部/));
  fireEvent.click(dialog.getByRole('button', { name: '按所选合并' }));
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>(/自定义部门/, { selector: '[type=radio]' }).checked).toBe(
      true,
    ),
  );
  fireEvent.click(screen.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(page.at()).toBe('/admin/sys-role'));
  expect(sent(page)).toHaveLength(1);
});

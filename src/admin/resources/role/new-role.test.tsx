import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { administrator, openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';
import { sampleRecord } from '../../resource-kit/samples.test-data.ts';
import { role } from './role.resource.ts';

const depts = [{ id: 2, label: '生产部', children: [] }];

const open = (end: string, user = administrator) =>
  openAdmin(`/admin/sys-role/${end}`, {
    user,
    answers: {
      'GET /role': pageOf([]),
      'GET /role/7': ok({ ...sampleRecord(role, 7), dataScope: '1' }),
      'GET /roleMenuTreeselect/0': ok({ menus: [], checkedKeys: [] }),
      'GET /roleDeptTreeselect/0': ok({ depts, checkedKeys: [] }),
      'POST /role': ok(8, '创建成功'),
    },
  });

/** Limited to the dialog: the list has filters with the same labels. */
const form = async () => within(await screen.findByRole('dialog'));

async function saved(page: ReturnType<typeof openAdmin>) {
  const fields = await form();
  fireEvent.change(await fields.findByLabelText('角色标识'), { target: { value: 'quoting' } });
  fireEvent.change(fields.getByLabelText('角色名称'), { target: { value: '报价员' } });
  fireEvent.click(fields.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(page.sentTo('POST /role')).toHaveLength(1));
  return page.sentTo('POST /role')[0]?.body;
}

test('the form of a new role explains its data scope, and sends the chosen departments', async () => {
  const page = open('create');
  const fields = await form();
  expect(await fields.findByText(/“仅本人”只看到自己的记录，看不到客户的订单/)).toBeTruthy();
  expect(fields.queryByLabelText('搜索可见部门')).toBeNull();
  fireEvent.mouseDown(fields.getByLabelText('数据权限'));
  fireEvent.click(await screen.findByTitle('自定义部门'));
  fireEvent.click(await fields.findByLabelText(/生产部/));
  expect(await saved(page)).toMatchObject({ dataScope: '2', deptIds: [2] });
});

test('without the permission to set data scopes, a copied role is limited to own records', async () => {
  const codes = ['admin:sysRole:list', 'admin:sysRole:query', 'admin:sysRole:add'];
  const page = open('7/copy', { ...administrator, permissions: codes, buttons: codes });
  expect((await (await form()).findByLabelText<HTMLInputElement>('数据权限')).disabled).toBe(true);
  expect(await saved(page)).toMatchObject({ dataScope: '5', deptIds: [] });
});

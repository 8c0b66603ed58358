import { fireEvent, screen, within } from '@testing-library/react';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../app/open-admin.test-data.tsx';
import { post } from '../resources/post/post.resource.ts';
import { sampleRecord } from './samples.test-data.ts';

export const saved = {
  ...sampleRecord(post, 7),
  postName: '车工',
  postCode: 'turner',
  sort: 1,
  status: 2,
  remark: '',
  version: 3,
};

export function openForm(path: string, answers: Parameters<typeof openAdmin>[1] = {}) {
  return openAdmin(`/admin/sys-post${path}`, {
    ...answers,
    answers: { 'GET /post': pageOf([saved]), 'GET /post/:id': ok(saved), ...answers.answers },
  });
}

export const field = async (label: string) =>
  within(await screen.findByRole('dialog')).findByLabelText<HTMLInputElement>(label);

export async function replace(label: string, value: string) {
  fireEvent.change(await field(label), { target: { value } });
}

export const save = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true });

/** Opens the form of `saved` and lets another user save first. */
export async function openConflict() {
  const theirs = { ...saved, postCode: 'lathe', remark: '他人备注', version: 4 };
  let now: object = saved;
  const page = openForm('/7/edit', {
    answers: {
      'GET /post/:id': () => ok(now),
      'PUT /post/:id': ({ body }) =>
        (body as { version: number }).version === 4
          ? ok(theirs, '更新成功')
          : refusal(409, '数据已被他人修改', 'record.changed'),
    },
  });
  await replace('岗位名称', '铣工');
  await replace('备注', '我的备注');
  now = theirs;
  save();
  const dialog = (await screen.findByRole('button', { name: '按所选合并' })).closest('[role=dialog]');
  return { page, dialog: within(dialog as HTMLElement) };
}

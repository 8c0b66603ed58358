import { fireEvent, screen, within } from '@testing-library/react';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';
import { setup } from './charge-trial.test-data.tsx';

export const figures = { amount: 50, percent: null, minimum: null, status: 2 };

export const openForm = (path: string, more: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin(`/admin/charge-rules${path}`, {
    ...more,
    answers: {
      'GET /charge-rule': pageOf([setup]),
      'GET /charge-rule/:id': ok(setup),
      'GET /material': pageOf([]),
      'GET /process/tree': pageOf([]),
      'GET /price-draft': pageOf([]),
      'POST /price-draft': ok(4, '已存为草稿'),
      ...more.answers,
    },
  });

export const draftButton = async () => (await screen.findByText('存为草稿')).closest('button')!;
export const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Names the draft in the dialog and keeps it. */
export async function keepAs(name: string) {
  fireEvent.change(await screen.findByLabelText('名称'), { target: { value: name } });
  const dialog = within(screen.getByLabelText('名称').closest<HTMLElement>('[role=dialog]')!);
  fireEvent.click(dialog.getByText('存为草稿', { selector: 'button *' }).closest('button')!);
  return dialog;
}

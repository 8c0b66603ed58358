import { act, fireEvent, screen, within } from '@testing-library/react';
import { ok } from '#providers/fake-server.test-data.ts';
import { buildOrder } from '../resources/order/order.test-data.ts';
import { openAdmin, pageOf } from './open-admin.test-data.tsx';

type Opened = ReturnType<typeof openAdmin>;
export const goBack = ({ router }: Opened) => act(() => router.navigate(-1));
export const DRAWER = '/admin/user/order/3';
const MOVE_HINT = /记入历史，客户可以看到/;

/** The order's drawer, opened from its list, with the dialog of a move over it. */
export async function openMove() {
  const page = openAdmin('/admin/user/order', {
    answers: {
      'GET /order': pageOf([buildOrder()]),
      'GET /deptTree': ok([]),
      'GET /order/:id/withExt': ok(buildOrder()),
    },
  });
  await screen.findByText('Q20261120-0001');
  await act(() => page.router.navigate(DRAWER));
  fireEvent.click(await screen.findByText('确认订单'));
  const hint = await screen.findByText(MOVE_HINT);
  const dialog = within(hint.closest<HTMLElement>('[role=dialog]')!);
  return { page, field: dialog.getByLabelText<HTMLTextAreaElement>('说明（选填）') };
}

export const isMoveOpen = () => screen.queryByText(MOVE_HINT) !== null;

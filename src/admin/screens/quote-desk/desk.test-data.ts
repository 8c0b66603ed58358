import type { DeskRequest } from '#contract/orders/quote-desk.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';
import { request as first } from '../../resources/order/offer/offer.test-data.tsx';

export { first };
export const second = { ...first, id: 4, orderNo: 'Q20261120-0002' };

export const deskRow = (more: Partial<DeskRequest> = {}): DeskRequest => ({
  id: first.id,
  orderNo: first.orderNo,
  customer: '甲公司',
  summary: '支架、轴',
  itemCount: 2,
  pieceCount: 20,
  price: '700.00',
  targetPrice: null,
  wishedDate: null,
  requestedAt: null,
  replyDueAt: null,
  minutesLeft: null,
  isWaiting: false,
  ownerId: null,
  ownerName: '',
  isMine: false,
  isAgain: false,
  isForRelease: false,
  ...more,
});

const rows = [deskRow(), deskRow({ id: second.id, orderNo: second.orderNo, customer: '乙公司' })];
const noSuggestions = ok({ now: null, isReached: false, proposals: [], nearest: null });

/** Opens the desk, whose queue has two requests. */
export function openDesk(
  search = '',
  { answers, ...more }: NonNullable<Parameters<typeof openAdmin>[1]> = {},
) {
  return openAdmin(`/admin/user/quote-desk${search}`, {
    ...more,
    answers: {
      'GET /quote-desk': pageOf(rows),
      'GET /quote-desk/counts': ok({ all: 2, mine: 0, free: 2, late: 0, waiting: 0 }),
      'GET /quote-desk/3': ok(rows[0]),
      'GET /quote-desk/4': ok(rows[1]),
      'GET /quote-desk/:id/similar/1': ok([]),
      'GET /quote-desk/:id/similar/2': ok([]),
      'POST /quote-desk/:id/ways/1': noSuggestions,
      'POST /quote-desk/:id/ways/2': noSuggestions,
      'GET /order/3/withExt': ok(first),
      'GET /order/4/withExt': ok(second),
      'POST /order/:id/offer': ok({ ...first, status: 'quoted', version: 2 }, '报价已发送'),
      ...answers,
    },
  });
}

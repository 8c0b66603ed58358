import { fireEvent, screen, within } from '@testing-library/react';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../../app/open-admin.test-data.tsx';
import { buildOrder } from '../order.test-data.ts';

const parts = buildOrder().items;
export const request = buildOrder({
  status: 'requested',
  items: parts.flatMap((part) => [
    { ...part, sub_total: 700, line_total: 700, delivery_time: 6.2, line_days: 6.2 },
    {
      ...part,
      id: 2,
      lineNo: 2,
      name: '轴',
      line_total: null,
      line_days: 0,
      trace: { ...part.trace, version: 2, steps: [{ kind: 'open' }] },
    },
  ]),
  requestedAt: '2026-11-20T10:00:00+08:00',
  targetPrice: '900.00',
  wishedDate: '2026-12-10',
  moves: [{ to: 'cancelled', needsReason: true }],
});

const noSuggestions = ok({ now: null, isReached: false, proposals: [], nearest: null });

/** Opens the request in the back office. */
export function openRequest(more: Parameters<typeof openAdmin>[1] = {}) {
  return openAdmin('/admin/user/order/3', {
    ...more,
    answers: {
      'GET /order': pageOf([request]),
      'GET /deptTree': ok([]),
      'GET /order/:id/withExt': ok(request),
      'POST /order/:id/offer': ok({ ...request, status: 'quoted', version: 2 }, '报价已发送'),
      'POST /quote-desk/:id/ways/1': noSuggestions,
      'POST /quote-desk/:id/ways/2': noSuggestions,
      ...more.answers,
    },
  });
}

export const form = async () => within(await screen.findByRole('form', { name: '报价' }));
export const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** The same with its first line only, for staff whose discounts end at 10 %. */
export const priced = { ...request, items: request.items.slice(0, 1), discountLimit: 10 };
export const sentTo = (page: ReturnType<typeof openRequest>, path: `POST ${string}`) =>
  page.sentTo(path).map(({ body }) => body);

export const dialogOf = async (title: string) =>
  within((await screen.findAllByText(title))[0]?.closest<HTMLElement>('[role=dialog]') ?? document.body);

import { screen, within } from '@testing-library/react';
import { ok } from '#providers/fake-server.test-data.ts';
import { openRequest, priced, request } from './offer.test-data.tsx';
import type { OfferApproval } from '#contract/orders/approvals.ts';

export const approval: OfferApproval = {
  id: 12,
  state: 'waiting',
  percent: 14,
  limitPercent: 5,
  automatic: '700.00',
  total: '602.00',
  lines: [{ lineNo: 1, name: '支架', num: 10, before: '700.00', after: '700.00', days: 6.2, reason: '' }],
  charges: [{ kind: 'discount', label: '折扣', amount: -98, percent: 14, reason: '老客户', by: '小周' }],
  offer: {
    lines: [{ lineNo: 1, kind: 'formula' }],
    charges: [],
    discount: { percent: 14, reason: '老客户' },
    note: '含税',
    validDays: 9,
  },
  reason: '对手更低',
  requestedName: '小周',
  requestedAt: '2026-11-20T11:00:00+08:00',
  isMine: false,
  decidedName: '',
  decidedAt: null,
  decisionNote: '',
  mayRefuse: true,
  mayRelease: true,
};
export const openApproval = (changed: Partial<OfferApproval>, answers = {}) =>
  openRequest({
    answers: {
      'GET /order/:id/withExt': ok({ ...priced, approval: { ...approval, ...changed } }),
      'POST /order/:id/offer/release': ok({ ...request, status: 'quoted', version: 2 }, '报价已批准并发送'),
      'POST /order/:id/offer/refuse': ok(request, '报价已退回'),
      ...answers,
    },
  });
export const panel = async () => within(await screen.findByLabelText('报价审批'));

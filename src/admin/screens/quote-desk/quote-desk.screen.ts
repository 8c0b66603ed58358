import { OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { defineScreen } from '../../resource-kit/define-screen.ts';

export const quoteDesk = defineScreen({
  name: 'quote-desk',
  path: '/admin/user/quote-desk',
  label: '报价台',
  permission: OFFER_PERMISSION,
  load: () => import('./quote-desk-screen.tsx').then((m) => m.QuoteDeskScreen),
});

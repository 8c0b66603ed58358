import { screen, within } from '@testing-library/react';
import { ruleInYuan } from '#contract/catalogue/charge-rules.ts';
import type { DeskCustomer } from '#contract/orders/quote-desk.ts';
import { buildChargeRule } from '#domain/charges/charges.test-data.ts';
import { OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { customer } from '#storefront/app/app.test-data.tsx';
import { catalogue } from '../draft/fixtures.test-data.ts';
import { defaultConfig, renderQuote } from '../render-quote.test-data.tsx';

export const found: DeskCustomer[] = [
  { userId: 21, username: 'zhang', nickName: '张工', company: '甲公司' },
  { userId: 22, username: 'zhao', nickName: '赵工', company: '乙公司' },
];

export const dialog = () => within(screen.getByRole('dialog'));

/** The confirmation of a request, open for staff who have typed part of a name. */
export async function typeName(hits = found) {
  const page = await renderQuote({
    server: {
      'GET /getinfo': () => ok({ ...customer, permissions: [OFFER_PERMISSION] }),
      'GET /quote-desk/customers': () => ok(hits),
      'POST /order': () => ok(44, '提交成功'),
    },
  });
  await page.user.click(screen.getByRole('button', { name: '请人工报价' }));
  await page.user.type(await dialog().findByRole('combobox', { name: '代客户询价' }), '公司');
  await dialog().findAllByRole('option');
  const orders = () => page.sent.filter(({ method, url }) => method === 'POST' && url === '/order');
  return {
    ...page,
    orders,
    submit: () => page.user.click(dialog().getByRole('button', { name: '提交询价' })),
  };
}

export const chosen = '甲公司 · 张工（zhang）';
export const other = '乙公司 · 赵工（zhao）';
/** A page for 张工, who has other defaults and half the machining prices. */
export const forZhang = (path = '/?for=') =>
  renderQuote({
    path,
    start: 'blank',
    server: {
      'GET /getinfo': () => ok({ ...customer, permissions: [OFFER_PERMISSION] }),
      'GET /quote-desk/customers': () => ok(found),
      'GET /material_process/default_config': ({ url }) =>
        ok(
          url.endsWith('?forUserId=21') ? { ...defaultConfig, material: 3, cncPrice: agreed } : defaultConfig,
        ),
      'GET /charge-rule/table': () => ok({ rules: [ruleInYuan(setup)] }),
      'POST /quote/repeats': () => ok([false]),
      'POST /order': () => ok(44, '提交成功'),
    },
  });
const setup = buildChargeRule({ kind: 'setup', basis: 'line', amountFen: 5000, onRepeat: 'waived' });
export const agreed = Object.fromEntries(
  Object.entries(catalogue.cncPrice).map(([tag, price]) => [tag, price / 2]),
);

type Page = Awaited<ReturnType<typeof forZhang>>;
export async function choose({ user }: Page, title: string) {
  const change = screen.queryByRole('button', { name: '更换' });
  if (change) await user.click(change);
  await user.type(await screen.findByRole('combobox', { name: '代客户询价' }), '公司');
  await user.click(await screen.findByRole('option', { name: title }));
  await screen.findByText(title);
}
export async function fillPart({ user }: Page) {
  for (const label of ['长度', '宽度', '高度', '数量']) await user.type(screen.getByLabelText(label), '10');
}
export const length = () => screen.getByLabelText<HTMLInputElement>('长度').value;

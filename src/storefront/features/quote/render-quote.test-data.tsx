import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Router, Switch } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { StockTable } from '#domain/stock/plan-stock.ts';
import { resetAppConfig } from '#providers/app-config.ts';
import { fakeServer, ok, refusal, type Answer, type SentRequest } from '#providers/fake-server.test-data.ts';
import { setToken, setUser } from '#providers/session/session-store.ts';
import { patterns } from '#storefront/app/paths.ts';
import { Toasts } from '#storefront/ui/layer/toast.tsx';
import { loadDraft, saveDraft } from './draft/storage/draft-storage.ts';
import { fieldsFromDefault, type PartFields } from './draft/draft.ts';
import { LazyConfirmDialog } from './checkout/lazy-confirm-dialog.ts';
import { catalogue } from './draft/fixtures.test-data.ts';
import { QuoteOrderPage } from './quote-order-page.tsx';
import { QuotePage } from './quote-page.tsx';

const page = (list: readonly unknown[]) =>
  ok({ list, count: list.length, pageIndex: 1, pageSize: 1000, maxUpdatedAt: '2026-11-20T08:00:00+08:00' });

/** A complete aluminium part: 98 yuan, 10 pieces. */
export const defaultConfig = {
  origin: 'system',
  material: 1,
  num: 10,
  length: 120,
  width: 60,
  height: 20,
  cncPrice: catalogue.cncPrice,
  process_10: 13,
  process_13: 132,
  process_20: 21,
};

const filledPart: PartFields = {
  ...fieldsFromDefault(defaultConfig),
  num: '10',
  length: '120',
  width: '60',
  height: '20',
};

const noMeasures = { materialTag: 'aluminium', thickness: null, width: null, diameter: null, length: null };

/** Plates of 20, 25 and 40 mm, and a bar of Ø35. */
export const stockTable: StockTable = {
  sizes: [
    ...[20, 25, 40].map((thickness) => ({ ...noMeasures, id: thickness, form: 'plate' as const, thickness })),
    { ...noMeasures, id: 135, form: 'roundBar', diameter: 35 },
  ],
  allowances: { plate: 1.5, flatBar: 1, squareBar: 1, roundBar: 1 },
};

const answers: Record<string, () => Answer> = {
  '/app-config': () =>
    ok({ 'quote.cutOffHour': '18', 'quote.holidays': '', 'quote.workdays': '', 'order.contact': 'none' }),
  '/material': () => page(catalogue.materials),
  '/process/tree': () => page(catalogue.tree),
  '/machining-price': () =>
    ok(Object.entries(catalogue.cncPrice).map(([materialTag, price]) => ({ materialTag, price }))),
  '/dict-data/option-select': () =>
    ok([
      { label: '铝合金', value: 'aluminium', listClass: '' },
      { label: '不锈钢', value: 'stainless', listClass: '' },
      { label: '钛合金', value: 'titanium', listClass: '' },
    ]),
  '/material_process/default_config': () => ok(defaultConfig),
  '/stock-size/table': () => ok(stockTable),
  '/gate-rule/table': () => ok({ rules: [], isNewCustomer: false }),
  '/charge-rule/table': () => ok({ rules: [] }),
};

interface RenderOptions {
  path?: string;
  /** With a complete part as draft, unless the test stored one, or blank as for a new user. */
  start?: 'filled' | 'blank';
  /** Answers by method and path (`POST /order`), which override the default ones. */
  server?: Record<string, (request: SentRequest) => Answer | Promise<Answer>>;
}

/** Renders the quotation page of a signed-in customer and waits for its parts. */
export async function renderQuote({ path = '/', start = 'filled', server = {} }: RenderOptions = {}) {
  resetAppConfig();
  setToken('token');
  setUser({
    userId: 7,
    userName: 'demo',
    name: '张工',
    avatar: '',
    deptId: null,
    roles: ['customer'],
    permissions: [],
    buttons: ['mfr:defaultConfig:edit'],
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
  });
  const slot = { userId: 7, orderId: null };
  if (start === 'filled' && !loadDraft(slot)) saveDraft(slot, [filledPart]);
  const sent = fakeServer((request) => {
    const route = request.url.split('?')[0] ?? '';
    const own = server[`${request.method} ${route}`];
    if (own) return own(request);
    return request.method === 'GET' && answers[route]
      ? answers[route]()
      : refusal(404, '记录不存在或无权查看');
  });
  const { hook, searchHook, history } = memoryLocation({ path, record: true });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <QueryClientProvider client={client}>
      <Router hook={hook} searchHook={searchHook}>
        <Switch>
          <Route path={patterns.quote} component={QuotePage} />
          <Route path={patterns.quoteOrder} component={QuoteOrderPage} />
          <Route>
            <p>另一页</p>
          </Route>
        </Switch>
      </Router>
      <Toasts />
    </QueryClientProvider>,
  );
  await LazyConfirmDialog.load();
  await screen.findByText(/零件（|另一页|暂时没有可报价的材料/);
  const address = () => history.at(-1);
  return { user: userEvent.setup(), sent, address, ...view };
}

export const summaryPanel = () => screen.getByRole('complementary', { name: '报价单' });
export const partCard = (name: string) => screen.getByRole('region', { name });

/** Submits the open confirmation, without a drawing where it asks for one. */
export async function confirmOrder(user: ReturnType<typeof userEvent.setup>) {
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '确认提交' }));
  const goOn = screen.queryByRole('button', { name: '没有图纸，继续提交' });
  if (goOn) await user.click(goOn);
}

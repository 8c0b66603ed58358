import { render } from '@testing-library/react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { resetAppConfig } from '#providers/app-config.ts';
import { fakeServer, ok, type Answer, type SentRequest } from '#providers/fake-server.test-data.ts';
import { threadOf } from '#tests/support/data/wire-messages.ts';
import { setToken } from '#providers/session/session-store.ts';
import { App } from './app.tsx';
import { createQueryClient } from './query-client.ts';
import { Pages } from './router.tsx';

type Answers = Record<string, Answer | ((request: SentRequest) => Answer | Promise<Answer>)>;

export const customer = {
  userId: 7,
  userName: 'zhang',
  name: '张工',
  avatar: '',
  deptId: null,
  roles: ['customer'],
  permissions: ['mfr:quote:add'],
  buttons: ['mfr:quote:add'],
  mustChangePassword: false,
  mustSetUpSecondFactor: false,
};

/** Default answers of the server, by method and path without the query. */
const healthy: Answers = {
  'GET /app-config': ok({ 'server.version': '1', 'site.feedbackUrl': '' }),
  'GET /captcha': { code: 200, msg: 'success', id: 'pic-1', data: 'data:image/svg+xml,pic', enabled: true },
  'GET /getinfo': ok(customer),
  'GET /menurole': ok([{ menuId: 1 }]),
  'GET /dict-data/option-select': ok([]),
  'GET /lead-class/options': ok([{ id: 0, name: '标准', factor: 1, percent: 0 }]),
  'GET /notification/unread': ok({ unread: 0, latest: null }),
  'GET /order/3/message': ok(threadOf([])),
  'POST /logout': ok(null, '退出成功'),
};

/** Renders the storefront at a URL with a fake server. */
export function openApp(
  address: string,
  { answers = {}, token }: { answers?: Answers; token?: string } = {},
) {
  resetAppConfig();
  if (token !== undefined) setToken(token);
  const known: Answers = { ...healthy, ...answers };
  const sent = fakeServer((request) => {
    const name = `${request.method} ${request.url.replace(/\?.*/, '')}`;
    const answer = known[name];
    if (answer === undefined) throw new Error(`the fake server has no answer to ${name}`);
    return typeof answer === 'function' ? answer(request) : answer;
  });
  const { hook, searchHook, history } = memoryLocation({ path: address, record: true });
  render(
    <App queryClient={createQueryClient()}>
      <Router hook={hook} searchHook={searchHook}>
        <Pages />
      </Router>
    </App>,
  );
  return { at: () => history.at(-1), sent, known };
}

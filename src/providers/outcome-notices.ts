import type { Endpoint } from '#contract/endpoint.ts';
import { orders } from '#contract/orders.ts';
import { sessions } from '#contract/sessions.ts';
import { notify, type Notice } from './notification.ts';
import type { CallError, Failure, Success } from './result.ts';

/*
 * What the user hears of a call's outcome: the client rules of the wire. One notice at a time for a lost session, a
 * system error and a lost connection, however many calls run into it.
 */

/** Calls whose failures have words of their own. */
const failureWords = new Map<Endpoint, (failure: Failure) => Notice>([
  [sessions.login, ({ code, msg }) => ({ type: 'error', message: `登录失败 ${code} : ${msg}` })],
  [orders.place, ({ code, msg }) => ({ type: 'warning', message: `下单失败:${code}-${msg}` })],
]);

const isWrite = ({ method, readOnly }: Endpoint) => method !== 'GET' && readOnly !== true;

/** A write says so; reading is silent. */
export function tellSuccess(endpoint: Endpoint, { msg }: Success<unknown>): void {
  const message = endpoint === sessions.login ? '登录成功' : msg;
  if (isWrite(endpoint) && message !== '') notify({ type: 'success', message });
}

/** A write's failure is an error, a read's a warning, a lost session always the same warning. */
export function tellFailure(endpoint: Endpoint, failure: Failure): void {
  const { code, msg, error } = failure;
  // No failure to whoever signs in: the next question.
  if (error === 'login.second_factor') return;
  if (code === 401) notify({ type: 'warning', message: `登陆超时 ${msg}`, key: 'session' });
  else
    notify(
      failureWords.get(endpoint)?.(failure) ?? {
        type: isWrite(endpoint) ? 'error' : 'warning',
        message: msg,
      },
    );
}

/** The server names itself 系统错误; we do not say it twice. */
export function tellSystemError({ msg, requestId }: Failure): void {
  const detail = msg.replace(/^系统错误[\s，,:：]*/, '');
  notify({
    type: 'error',
    message: `系统错误 ${detail}`.trimEnd(),
    description: requestId === '' ? undefined : `请求编号 ${requestId}`,
    key: 'system',
  });
}

export function tellNoAnswer({ message }: CallError): void {
  notify({ type: 'error', message, key: 'network' });
}

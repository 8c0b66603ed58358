import { authentication } from '#contract/people/authentication.ts';
import { notify } from './notices.ts';
import type { Callable, CallError, Failure, Success } from './http/result.ts';

/*
 * Notices about a call's outcome, by the client rules of the API. A lost session, a system error and a lost
 * connection show one notice at a time, however many calls fail.
 */

const isWrite = ({ method, readOnly }: Callable) => method !== 'GET' && readOnly !== true;

/** Shows the success of a write; reads show nothing. */
export function notifySuccess(endpoint: Callable, { msg }: Success<unknown>): void {
  const message = endpoint === authentication.login ? '登录成功' : msg;
  if (!isWrite(endpoint) || message === '') return;
  // A user without permissions is signed out at once: that notice replaces this one.
  notify({ type: 'success', message, ...(endpoint === authentication.login ? { key: 'session' } : {}) });
}

/** Refusals that are questions to the user, not failures: the sign-in continues with a code or after a challenge, the save after a confirmation or a choice. */
const questions: ReadonlySet<string> = new Set([
  'login.second_factor',
  'login.proof',
  'price.jump',
  'price.changed_since',
  'price.drafts_differ',
]);

/** Shows a write's failure as an error and a read's as a warning. The client has shown a lost session already. */
export function notifyFailure(endpoint: Callable, failure: Failure): void {
  const { code, msg, error } = failure;
  if (questions.has(error) || code === 401) return;
  const { type, text } = endpoint.failure ?? { type: isWrite(endpoint) ? 'error' : 'warning' };
  // The sign-in that follows replaces it.
  const key = endpoint === authentication.login ? 'session' : undefined;
  notify({ type, message: text?.(code, msg) ?? msg, ...(key ? { key } : {}) });
}

export function notifyLostSession({ msg }: Failure): void {
  notify({ type: 'warning', message: `登陆超时 ${msg}`, key: 'session', stays: true });
}

/** Does not repeat 系统错误 when the message of the server already contains it. */
export function notifySystemError({ msg, requestId }: Failure): void {
  const detail = msg.replace(/^系统错误[\s，,:：]*/, '');
  notify({
    type: 'error',
    message: `系统错误 ${detail}`.trimEnd(),
    description: requestId === '' ? undefined : `请求编号 ${requestId}`,
    key: 'system',
  });
}

export function notifyNoAnswer({ message }: CallError): void {
  notify({ type: 'error', message, key: 'network' });
}

/** The version of the server's pages at this page's first call. */
let firstPages: unknown;
let isOldPage = false;

/** Says once that the server has newer pages than this one, by the version in its answers. */
export function notifyNewPages(version: unknown): void {
  firstPages ??= version;
  if (isOldPage || version === undefined || version === firstPages) return;
  isOldPage = true;
  notify({ type: 'info', message: '系统已更新，请在方便时重新加载页面', key: 'pages', stays: true });
}

import { authentication } from '#contract/people/authentication.ts';
import { notify } from './notices.ts';
import type { Callable, CallError, Failure, Success } from './http/result.ts';

/**
 * Notices about a call's outcome. A lost session, a system error and a lost connection show one notice at a
 * time, however many calls fail.
 */

const isWrite = ({ method, readOnly }: Callable) => method !== 'GET' && readOnly !== true;

/** Shows the success of a write; reads show nothing. */
export function notifySuccess(endpoint: Callable, { msg }: Success<unknown>): void {
  const message = endpoint === authentication.login ? '登录成功' : msg;
  if (!isWrite(endpoint) || message === '') return;
  // Replaceable: a user without permissions is signed out at once, with a notice that takes its place.
  notify({ type: 'success', message, ...(endpoint === authentication.login ? { key: 'session' } : {}) });
}

/** Errors that the caller handles: it asks for a code, a confirmation or a choice, or solves a challenge. */
const promptErrors: ReadonlySet<string> = new Set([
  'login.second_factor',
  'login.proof',
  'price.jump',
  'price.changed_since',
  'price.drafts_differ',
]);

/** Shows a failed write as an error and a failed read as a warning. A lost session has already been reported. */
export function notifyFailure(endpoint: Callable, failure: Failure): void {
  const { code, msg, error } = failure;
  if (promptErrors.has(error) || code === 401) return;
  const { type, text } = endpoint.failure ?? { type: isWrite(endpoint) ? 'error' : 'warning' };
  // The next attempt to sign in replaces it.
  const key = endpoint === authentication.login ? 'session' : undefined;
  notify({ type, message: text?.(code, msg) ?? msg, ...(key ? { key } : {}) });
}

export function notifyLostSession({ msg }: Failure): void {
  notify({ type: 'warning', message: `登陆超时 ${msg}`, key: 'session', isPersistent: true });
}

/** Avoids repeating 系统错误 if the server's message already contains it. */
export function notifySystemError({ msg, requestId }: Failure): void {
  const detail = msg.replace(/^系统错误[\s，,:：]*/, '');
  notify({
    type: 'error',
    message: `系统错误 ${detail}`.trimEnd(),
    description: requestId === '' ? undefined : `请求编号 ${requestId}`,
    key: 'system',
  });
}

export function notifyNetworkError({ message }: CallError): void {
  notify({ type: 'error', message, key: 'network' });
}

/** Version of the pages on the server at the first call. */
let initialVersion: unknown;
let isOutdated = false;

/** Notifies once when the version header of a response shows that the server has newer pages. */
export function notifyNewVersion(version: unknown): void {
  initialVersion ??= version;
  if (isOutdated || version === undefined || version === initialVersion) return;
  isOutdated = true;
  notify({ type: 'info', message: '系统已更新，请在方便时重新加载页面', key: 'pages', isPersistent: true });
}

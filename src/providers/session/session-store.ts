import type { UserInfo } from '#contract/people/authentication.ts';
import { readStored, readStoredObject, storedKey, watchStored, writeStored } from '../browser-storage.ts';

const TOKEN = 'token';
const USER = 'user';
/** The current token, the one that it replaced, and the name of their session. */
const RENEWED = 'renewed';
/** When the replacement of a token began, in ms since 1970. */
const RENEWING = 'renewing';
/** Where the script in the page's HTML finds the token and the user. */
export const TOKEN_KEY = storedKey(TOKEN);
export const USER_KEY = storedKey(USER);

const listeners = new Set<() => void>();
let stopWatching: (() => void) | undefined;

/** The bearer token of the signed-in user, or null. */
export function getToken(): string | null {
  return readStored(TOKEN);
}

/** Stores a new session's token and clears the previous user. */
export function setToken(token: string): void {
  writeStored(USER, null);
  writeStored(RENEWED, null);
  writeStored(TOKEN, token);
  notifyListeners();
}

/** Stores the token that replaces the session's; the user and the session stay, in other tabs too. */
export function renewToken(token: string): void {
  const session = getSession();
  if (session === null) return;
  // Before the token, whose change other tabs notice.
  writeStored(RENEWED, JSON.stringify({ token, replaced: getToken(), session }));
  writeStored(TOKEN, token);
  notifyListeners();
}

/** Longer than a request: after it, tabs no longer wait for one that was closed during its request. */
const RENEWAL_MS = 12_000;
const CHECK_MS = 50;

/**
 * Replaces the session's token by the one in the answer to `request`. Between the server's commit and the answer the
 * stored token is invalid: a 401 in any tab during that time does not end the session.
 */
export async function renewBy<R extends { ok: boolean; data?: unknown }>(
  request: () => Promise<R>,
  tokenOf: (result: R) => string | undefined,
): Promise<R> {
  writeStored(RENEWING, String(Date.now()));
  try {
    const result = await request();
    const token = tokenOf(result);
    if (token !== undefined) renewToken(token);
    return result;
  } finally {
    writeStored(RENEWING, null);
  }
}

/** The token that replaced this one, in this tab or another; waits for a replacement under way. Undefined without one. */
export async function tokenAfter(token: string): Promise<string | undefined> {
  while (Math.abs(Date.now() - Number(readStored(RENEWING))) < RENEWAL_MS)
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  const renewed = readStoredObject(RENEWED);
  return renewed?.['replaced'] === token && renewed['token'] === getToken()
    ? (getToken() ?? undefined)
    : undefined;
}

/** Identifies the session: changes with each sign-in, not when the token is replaced. Null when signed out. */
export function getSession(): string | null {
  const token = getToken();
  if (token === null) return null;
  const renewed = readStoredObject(RENEWED);
  return renewed?.['token'] === token ? String(renewed['session']) : token;
}

/** Clears token and user: the browser is signed out. */
export function clearToken(): void {
  writeStored(USER, null);
  writeStored(RENEWED, null);
  writeStored(TOKEN, null);
  notifyListeners();
}

let parsed: { text: string; user: UserInfo | undefined } | undefined;

/**
 * The signed-in user from the last `/getinfo`; undefined before that and when signed out. The same object until it
 * changes.
 */
export function getUser(): UserInfo | undefined {
  const text = readStored(USER);
  if (text === null) return undefined;
  if (parsed?.text !== text) parsed = { text, user: readUser() };
  return parsed.user;
}

/** Stores the answer of `/getinfo`. */
export function setUser(user: UserInfo): void {
  writeStored(USER, JSON.stringify(user));
  notifyListeners();
}

/** Calls back after every change, also from another tab. Returns a function that unsubscribes. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  stopWatching ??= watchStored([TOKEN, USER], notifyListeners);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stopWatching?.();
    stopWatching = undefined;
  };
}

function readUser(): UserInfo | undefined {
  const stored = readStoredObject(USER);
  const isUser =
    typeof stored?.['userId'] === 'number' &&
    Array.isArray(stored['buttons']) &&
    typeof stored['userName'] === 'string';
  return isUser ? (stored as UserInfo) : undefined;
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

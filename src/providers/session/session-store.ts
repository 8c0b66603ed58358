import type { UserInfo } from '#contract/people/authentication.ts';
import { readStored, readStoredObject, storedKey, watchStored, writeStored } from '../browser-storage.ts';

const TOKEN = 'token';
const USER = 'user';
/** The current token, the one it replaced, and their session's identifier. */
const RENEWED = 'renewed';
/** Start of a token replacement, in ms since 1970. */
const RENEWING = 'renewing';
/** Read by the script in the page's HTML. */
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

/** Replaces the session's token; user and session stay the same, in other tabs too. */
export function renewToken(token: string): void {
  const session = getSession();
  if (session === null) return;
  // Written before the token, whose change notifies other tabs.
  writeStored(RENEWED, JSON.stringify({ token, replaced: getToken(), session }));
  writeStored(TOKEN, token);
  notifyListeners();
}

/** Longer than a request. After it, tabs stop waiting for a tab that was closed during the replacement. */
const RENEWAL_MS = 12_000;
const POLL_MS = 50;

/**
 * Replaces the session's token by the one in the response to `request`. Between the server's commit and the
 * response the stored token is invalid: a 401 in any tab during that time does not end the session.
 */
export async function withTokenRenewal<R extends { ok: boolean; data?: unknown }>(
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

/** The token that replaced this one, in this tab or another; undefined if none did. Waits for a running replacement. */
export async function findReplacementToken(token: string): Promise<string | undefined> {
  while (Math.abs(Date.now() - Number(readStored(RENEWING))) < RENEWAL_MS)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
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

let cachedUser: { text: string; user: UserInfo | undefined } | undefined;

/**
 * The signed-in user from the last `/getinfo`; undefined before that and when signed out. Returns the same
 * object until it changes.
 */
export function getUser(): UserInfo | undefined {
  const text = readStored(USER);
  if (text === null) return undefined;
  if (cachedUser?.text !== text) cachedUser = { text, user: readUser() };
  return cachedUser.user;
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

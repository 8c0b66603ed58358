import type { UserInfo } from '#contract/sessions.ts';
import { readStored, readStoredObject, watchStored, writeStored } from './browser-storage.ts';

const TOKEN = 'token';
const USER = 'user';

const listeners = new Set<() => void>();
let stopWatching: (() => void) | undefined;

/** The bearer token of the signed-in user, or null. */
export function getToken(): string | null {
  return readStored(TOKEN);
}

/** Keeps a new session's token; what was known of the user before is forgotten. */
export function setToken(token: string): void {
  writeStored(USER, null);
  writeStored(TOKEN, token);
  tell();
}

/** Forgets token and user: the browser is signed out. */
export function clearToken(): void {
  writeStored(USER, null);
  writeStored(TOKEN, null);
  tell();
}

let parsed: { text: string; user: UserInfo | undefined } | undefined;

/** The signed-in user as `/getinfo` last told; undefined before that and when signed out. The same object until it changes. */
export function getUser(): UserInfo | undefined {
  const text = readStored(USER);
  if (text === null) return undefined;
  if (parsed?.text !== text) parsed = { text, user: readUser() };
  return parsed.user;
}

/** Keeps what `/getinfo` told of the signed-in user. */
export function setUser(user: UserInfo): void {
  writeStored(USER, JSON.stringify(user));
  tell();
}

/** Calls back after every change, also those made in another tab. Returns the way to unsubscribe. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  stopWatching ??= watchStored([TOKEN, USER], tell);
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

function tell(): void {
  for (const listener of listeners) listener();
}

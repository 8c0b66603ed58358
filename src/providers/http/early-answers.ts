/** The outcome of an early request; `data` is undefined when the body is not JSON. */
export type EarlyAnswer =
  { status: number; data: unknown; headers: Readonly<Record<string, string>> } | 'network' | 'timeout';

/** A request sent by the script in the page's HTML, see `begin-requests.ts`. */
export interface EarlyRequest {
  /** The token it was sent with. */
  token: string | null;
  /** `performance.now()` at the start. */
  startedAt: number;
  /** Never rejects. */
  answer: Promise<EarlyAnswer>;
}

declare global {
  /** By address (path and query); set by the script in the page's HTML. */
  var quotemillEarly: Record<string, EarlyRequest> | undefined;
}

/** Maximum age of an adopted answer: the timeout of a request. */
const FRESH_MS = 10_000;

/**
 * Takes the answer to an early request, once. Undefined when there is none for this address and token, or when it started
 * too long ago; the caller then sends the request.
 */
export function takeEarlyAnswer(address: string, token: string | null): Promise<EarlyAnswer> | undefined {
  const early = globalThis.quotemillEarly?.[address];
  if (!early) return undefined;
  delete globalThis.quotemillEarly?.[address];
  const isOurs = early.token === token && performance.now() - early.startedAt < FRESH_MS;
  return isOurs ? early.answer : undefined;
}

/** Whether answers have not been taken yet. */
export function hasEarlyAnswers(): boolean {
  return Object.keys(globalThis.quotemillEarly ?? {}).length > 0;
}

/** Drops every answer that has not been taken. */
export function dropEarlyAnswers(): void {
  globalThis.quotemillEarly = undefined;
}

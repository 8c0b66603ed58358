/** What came of an early request; `data` is undefined where it was no JSON. */
export type EarlyAnswer =
  { status: number; data: unknown; headers: Readonly<Record<string, string>> } | 'network' | 'timeout';

/** A request that the script in the page's HTML has begun, see `begin-requests.ts`. */
export interface EarlyRequest {
  /** As whom it was made. */
  token: string | null;
  /** By `performance.now()`. */
  startedAt: number;
  /** Never rejects. */
  answer: Promise<EarlyAnswer>;
}

declare global {
  /** By address, from the path on; set by the script in the page's HTML. */
  var quotemillEarly: Record<string, EarlyRequest> | undefined;
}

/** As old as any answer may be when it arrives: the time a request may take. */
const FRESH_MS = 10_000;

/**
 * The answer to an early request, once; undefined when there is none for this address and token, or when it began too
 * long ago. The caller then asks itself.
 */
export function takeEarlyAnswer(address: string, token: string | null): Promise<EarlyAnswer> | undefined {
  const early = globalThis.quotemillEarly?.[address];
  if (!early) return undefined;
  delete globalThis.quotemillEarly?.[address];
  const isOurs = early.token === token && performance.now() - early.startedAt < FRESH_MS;
  return isOurs ? early.answer : undefined;
}

/** Forgets every answer that nothing has asked for. */
export function dropEarlyAnswers(): void {
  globalThis.quotemillEarly = undefined;
}

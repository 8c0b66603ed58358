import { failureFaults } from './answers.ts';
import type { Envelope } from './api.ts';
import type { RawAnswer } from './raw-http.ts';

/** A request's bytes: its lines, and a body. */
export const head = (lines: readonly string[], body = '') => [...lines, '', body].join('\r\n');

/** The faults of a refusal received over a raw connection; see failureFaults. */
export function rawFaults(
  answer: RawAnswer | undefined,
  hint: string,
  wanted: Partial<Envelope> = {},
): string[] {
  if (answer === undefined) return [`${hint}: closed without a word`];
  const { status, headers, body } = answer;
  const faults: string[] = [];
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    return [`${hint}: ${status} ${headers['content-type']} ${body.slice(0, 80)}`];
  const envelope: object = JSON.parse(body);
  faults.push(...failureFaults({ ...(envelope as Envelope), status, headers }, hint, wanted));
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin'])
    if (name in headers) faults.push(`${hint}: sends ${name}`);
  for (const name of ['content-security-policy', 'referrer-policy', 'cache-control'])
    if (!(name in headers)) faults.push(`${hint}: no ${name}`);
  return faults;
}

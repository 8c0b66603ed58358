import { isDeepStrictEqual } from 'node:util';
import { errors } from '#contract/kernel/errors.ts';
import type { Envelope } from './api.ts';

const chinese = /[\u4e00-\u9fff]/;
/** Default texts of the validator, and internals of the server. */
const inside =
  /zod|expected|received|invalid|required|undefined|unrecognized|\bat .+:\d+|node_modules|\.ts\b|select |insert |relation|column|postgres/i;
/** Quoted input of the client, in Chinese quotation marks. */
const withoutQuoted = (text: string) => text.replaceAll(/“.*?”/gsu, '“”');
const known: Readonly<Record<string, { code: number }>> = errors;

/**
 * The faults of a refusal; none when it is a failure of `contract/kernel/errors.ts` in the JSON envelope, with the security
 * headers and without internals.
 */
export function failureFaults(answer: Envelope, hint: string, wanted: Partial<Envelope> = {}): string[] {
  const { status, headers, ...body } = answer;
  const texts = [body.msg, ...Object.values(body.errors ?? {})];
  const keys = Object.keys(body).filter((key) => key !== 'errors');
  const checks: [boolean, string][] = [
    [status === body.code && known[String(body.error)]?.code === status, `status ${status}`],
    [headers['content-type'] === 'application/json; charset=utf-8', String(headers['content-type'])],
    [headers['x-content-type-options'] === 'nosniff', 'no security headers'],
    [headers['x-request-id'] === body.requestId, 'request id'],
    [isDeepStrictEqual(keys, ['requestId', 'code', 'msg', 'error', 'data']), `keys ${keys.join()}`],
    [texts.every((text) => chinese.test(text) && !inside.test(withoutQuoted(text))), texts.join(' | ')],
    ...Object.entries(wanted).map(([key, value]): [boolean, string] => [
      isDeepStrictEqual(answer[key], value),
      `${key} is ${JSON.stringify(answer[key])}`,
    ]),
  ];
  return checks.filter(([holds]) => !holds).map(([, fault]) => `${hint}: ${fault} (${status} ${body.msg})`);
}

/** The faults of a 400 refusal that must name this field. */
export function fieldFaults(answer: Envelope, path: string, hint: string): string[] {
  const named = Object.keys(answer.errors ?? {});
  const faults = failureFaults(answer, hint, { status: 400 });
  return named.includes(path) ? faults : [...faults, `${hint}: names ${named.join() || 'nothing'}`];
}

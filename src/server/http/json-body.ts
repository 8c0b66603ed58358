import { AppError } from './app-error.ts';

const MAX_DEPTH = 20;
/** Keys per object: more than any body of the contract has, and few enough to check quickly. */
const MAX_KEYS = 1_000;
/** Strings (with the colon that makes them keys) and brackets: enough to walk valid JSON. */
const tokens = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/g;
/** Names that reach an object's prototype in careless code. */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses a JSON body strictly: no duplicate keys (JSON.parse silently takes the last), no prototype keys, at most 20
 * levels and 1,000 keys per object. Throws `request.malformed`, or `request.invalid` naming the field.
 */
export function parseJsonBody(text: string): unknown {
  if (text.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('request.malformed', { msg: '请求体不是有效的 JSON', cause });
  }
  checkKeys(text);
  return value;
}

function checkKeys(text: string): void {
  const levels: Set<string>[] = [];
  for (const [token, content, colon] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') {
      levels.push(new Set());
      if (levels.length > MAX_DEPTH) throw new AppError('request.malformed', { msg: '请求体嵌套过深' });
    } else if (token === '}' || token === ']') {
      levels.pop();
    } else if (colon !== undefined) {
      checkKey(String(JSON.parse(`"${content}"`)), levels.at(-1));
    }
  }
}

function checkKey(key: string, siblings: Set<string> | undefined): void {
  if (forbiddenKeys.has(key)) throw new AppError('request.invalid', { fields: { [key]: '不支持的字段' } });
  if (siblings && siblings.size >= MAX_KEYS)
    throw new AppError('request.malformed', { msg: '请求体字段过多' });
  if (siblings?.has(key)) throw new AppError('request.invalid', { fields: { [key]: '字段重复' } });
  siblings?.add(key);
}

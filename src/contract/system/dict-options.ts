import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { text } from '../kernel/fields.ts';

const dictOption = z.object({
  label: z.string(),
  value: z.string(),
  /** The name of a tag colour, or empty. */
  listClass: z.string(),
});
export type DictOption = z.output<typeof dictOption>;

/** Dictionary entries for selects, in a separate file because the storefront loads them at startup. */
export const dictOptions = {
  select: {
    method: 'GET',
    path: '/dict-data/option-select',
    summary: '字典选项',
    permission: 'session',
    query: z.strictObject({ dictType: text('字典类型', { max: 100 }) }),
    data: z.array(dictOption),
  },
  types: {
    method: 'GET',
    path: '/dict/type-option-select',
    summary: '字典类型选项',
    permission: 'admin:sysDictData:list',
    data: z.array(z.object({ id: z.number(), dictName: z.string(), dictType: z.string() })),
  },
} as const satisfies Endpoints;

import * as z from 'zod/mini';
import type { Endpoint } from '#contract/kernel/endpoint.ts';

const head = { requestId: z.string(), code: z.number(), msg: z.string() };

/** JSON schema of the whole answer, from which the serialiser is compiled; definitions are at its root. */
export function responseSchema(endpoint: Endpoint): Record<string, unknown> {
  const shape = endpoint.data instanceof z.ZodMiniObject ? endpoint.data.shape : {};
  const schema =
    endpoint.envelope === 'flat'
      ? z.object({ ...head, ...shape })
      : z.object({ ...endpoint.extraFields?.schema.shape, ...head, data: endpoint.data });
  const json: Record<string, unknown> = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
  });
  return json;
}

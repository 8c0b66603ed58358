import * as z from 'zod/mini';
import type { Endpoint } from '#contract/kernel/endpoint.ts';

const envelopeFields = { requestId: z.string(), code: z.number(), msg: z.string() };

/** JSON schema of the whole response, from which the serialiser is compiled; its definitions are at the root. */
export function responseSchema(endpoint: Endpoint): Record<string, unknown> {
  const shape = endpoint.data instanceof z.ZodMiniObject ? endpoint.data.shape : {};
  const schema =
    endpoint.envelope === 'flat'
      ? z.object({ ...envelopeFields, ...shape })
      : z.object({ ...endpoint.extraFields?.schema.shape, ...envelopeFields, data: endpoint.data });
  const json: Record<string, unknown> = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
  });
  return json;
}

import * as z from 'zod/mini';
import { API_BASE, type Endpoint } from '#contract/kernel/endpoint.ts';
import { listEndpoints } from '#contract/endpoints.ts';
import { errors } from '#contract/kernel/errors.ts';
import { responseSchema } from './response-schema.ts';
import { tableTypes } from '#server/tables/table-file.ts';

type Json = Record<string, unknown>;

const inputSchema = (schema: z.ZodMiniType): Json =>
  z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' });

/** The contract as OpenAPI 3.1: every endpoint with its permission, parameters, body and answers. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const { name, endpoint } of listEndpoints()) {
    const path = API_BASE + endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Quotemill', version },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: failureSchema },
    },
  };
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const [tag] = name.split('.');
  const content = bodyOf(endpoint);
  const body = content && { requestBody: { required: true, content } };
  return {
    operationId: name,
    tags: [tag],
    summary: endpoint.summary,
    'x-permission': endpoint.permission,
    security: endpoint.permission === 'public' ? [] : [{ bearer: [] }],
    parameters: parametersOf(endpoint),
    ...body,
    responses: {
      '200': {
        description: endpoint.summary,
        content:
          endpoint.answer === 'stream'
            ? { 'text/event-stream': { schema: { type: 'string' } } }
            : endpoint.answer
              ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
              : { 'application/json': { schema: responseSchema(endpoint) } },
      },
      default: {
        description: '失败',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

/** The request body by media type. */
function bodyOf({ body, upload, convertBody }: Endpoint): Json | undefined {
  // The conversion may accept fields that the schema does not have.
  if (body)
    return {
      'application/json': {
        schema: { ...inputSchema(body), ...(convertBody && { additionalProperties: true }) },
      },
    };
  const binary = { type: 'string', format: 'binary' };
  if (upload === undefined) return undefined;
  if (upload === 'form') {
    const form = { type: 'object', required: ['file'], properties: { file: binary } };
    return { 'multipart/form-data': { schema: form } };
  }
  const types = upload === 'pdf' ? ['application/pdf'] : Object.values(tableTypes);
  return Object.fromEntries(types.map((type) => [type, { schema: binary }]));
}

function parametersOf(endpoint: Endpoint): Json[] {
  const key = { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } };
  return [
    ...namedParameters(endpoint.params, 'path'),
    ...namedParameters(endpoint.query, 'query'),
    ...(endpoint.idempotent ? [key] : []),
  ];
}

function namedParameters(schema: z.ZodMiniType | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}

const failureSchema: Json = {
  type: 'object',
  required: ['requestId', 'code', 'msg', 'error', 'data'],
  properties: {
    requestId: { type: 'string' },
    code: { type: 'integer' },
    msg: { type: 'string' },
    error: { enum: Object.keys(errors) },
    data: {},
    errors: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

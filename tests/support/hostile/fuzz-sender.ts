import { Agent, request as httpRequest } from 'node:http';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import type { FuzzCase } from './fuzz-cases.ts';

/** The result of a request; status 0 when the connection ended without a response. */
export interface FuzzAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  elapsedMs: number;
}

const reusing = new Agent({ keepAlive: true, maxSockets: 32 });

/** Sends a request unchanged; retries once on a new connection when a reused one was being closed. */
export async function sendCase(
  address: string,
  { method, url, headers, body }: FuzzCase,
  { token, localAddress }: { token?: string; localAddress?: string } = {},
): Promise<FuzzAnswer> {
  const options = {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  };
  const own = { ...options, agent: false, ...(localAddress === undefined ? {} : { localAddress }) } as const;
  const target = address + API_BASE + url;
  if (localAddress !== undefined) return exchange(target, own, body);
  const answer = await exchange(target, { ...options, agent: reusing }, body);
  return answer.status === 0 ? exchange(target, own, body) : answer;
}

type Options = NonNullable<Parameters<typeof httpRequest>[1]>;

function exchange(target: string, options: Options, body: FuzzCase['body']): Promise<FuzzAnswer> {
  const startedAt = performance.now();
  const [, origin = '', path = ''] = /^(http:\/\/[^/]+)(.*)$/s.exec(target) ?? [];
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    // Not as a URL, which would normalise the path.
    const request = httpRequest({ ...options, hostname, port, path });
    const end = (status: number, headers: FuzzAnswer['headers'], chunks: Buffer[]) =>
      resolve({ status, headers, body: Buffer.concat(chunks), elapsedMs: performance.now() - startedAt });
    request.on('error', () => end(0, {}, []));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => end(response.statusCode ?? 0, response.headers, chunks));
      response.on('end', () => end(response.statusCode ?? 0, response.headers, chunks));
      // A stream continues until its reader disconnects.
      if (String(response.headers['content-type']).startsWith('text/event-stream')) {
        end(response.statusCode ?? 0, response.headers, chunks);
        response.destroy();
      }
    });
    request.end(body);
  });
}

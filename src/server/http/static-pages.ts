import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageRoots } from '#contract/pages.ts';
import { AppError } from './app-error.ts';
import { pagePolicy } from './security-headers.ts';

/** Stands in the back office's page for the number that each answer draws anew. */
const NONCE = '__CSP_NONCE__';
const filePolicy = pagePolicy();

/**
 * Serves the built client: hashed assets immutable and precompressed, and for every address that a page owns its HTML
 * (`/admin…` the back office, anything else the storefront, which draws its own 404: with that status where no page
 * can be).
 */
export async function staticPages(http: FastifyInstance, clientDir: string): Promise<void> {
  if (!existsSync(clientDir)) return;
  await http.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    setHeaders: (reply) => {
      reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': filePolicy,
      });
    },
  });
  const storefront = readFileSync(join(clientDir, 'index.html'), 'utf8');
  const backOffice = readFileSync(join(clientDir, 'admin.html'), 'utf8');

  const send = (request: FastifyRequest, reply: FastifyReply) => {
    // Not by `new URL`, which throws for `//`.
    const [pathname = ''] = request.url.split('?');
    if (/^\/(api|assets)(\/|$)|\/\.|\.\w+$/.test(pathname)) throw new AppError('route.not_found');
    const [, root = ''] = pathname.split('/');
    const isBackOffice = root === 'admin';
    const nonce = isBackOffice ? randomBytes(16).toString('base64') : undefined;
    return reply
      .code(pathname === '/' || pageRoots.includes(root) ? 200 : 404)
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': pagePolicy(nonce) })
      .type('text/html; charset=utf-8')
      .send(nonce === undefined ? storefront : backOffice.replace(NONCE, nonce));
  };
  http.get('/', send);
  http.get('/*', send);
}

import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageRoots } from '#contract/system/pages.ts';
import { AppError } from './app-error.ts';
import { pagePolicy } from './security-headers.ts';

/** The placeholder in the back office's HTML for the nonce of each answer. */
const NONCE = '__CSP_NONCE__';
const filePolicy = pagePolicy();
/** A worker gets its policy from its script's response, so no page needs the exception for WebAssembly. */
const modelReaderPath = /[\\/]read-model\.worker-[\w-]+\.js(?:\.br|\.gz)?$/;
const modelReaderPolicy = pagePolicy({ hasWasm: true });

/**
 * Serves the built client: hashed assets as immutable and precompressed, and HTML for every page path: the back office
 * below `/admin`, otherwise the storefront, with status 404 where no page can exist. An overloaded server still sends
 * them: they cost little, and a browser does not ask again for a script that was refused.
 */
export async function staticPages(http: FastifyInstance, clientDir: string): Promise<void> {
  if (!existsSync(clientDir)) return;
  await http.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, isExemptFromLimits: true };
    });
    await addPages(pages, clientDir);
  });
}

/** A short hash of both pages, which name their scripts by content; undefined where nothing is built. */
export function pagesVersion(clientDir: string): string | undefined {
  if (!existsSync(clientDir)) return undefined;
  const hash = createHash('sha256');
  for (const name of ['index.html', 'admin.html']) hash.update(readFileSync(join(clientDir, name)));
  return hash.digest('hex').slice(0, 12);
}

async function addPages(http: FastifyInstance, clientDir: string): Promise<void> {
  await http.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    setHeaders: (reply, path) => {
      reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': modelReaderPath.test(path) ? modelReaderPolicy : filePolicy,
      });
    },
  });
  const storefront = readPage(join(clientDir, 'index.html'));
  const backOffice = readPage(join(clientDir, 'admin.html'));

  const send = (request: FastifyRequest, reply: FastifyReply) => {
    // `new URL` throws for `//`.
    const [pathname = ''] = request.url.split('?');
    if (/^\/(api|assets)(\/|$)|\/\.|\.\w+$/.test(pathname)) throw new AppError('route.not_found');
    const [, root = ''] = pathname.split('/');
    const isBackOffice = root === 'admin';
    const { html, scriptHashes } = isBackOffice ? backOffice : storefront;
    const styleNonce = isBackOffice ? randomBytes(16).toString('base64') : undefined;
    return reply
      .code(pathname === '/' || pageRoots.includes(root) ? 200 : 404)
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': pagePolicy({ scriptHashes, styleNonce }),
      })
      .type('text/html; charset=utf-8')
      .send(styleNonce === undefined ? html : html.replace(NONCE, styleNonce));
  };
  http.get('/', send);
  http.get('/*', send);
}

/** A page, and the hash of each inline script: the content security policy allows no others. */
function readPage(path: string) {
  const html = readFileSync(path, 'utf8');
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code);
  const scriptHashes = scripts.map((code) => `sha256-${createHash('sha256').update(code).digest('base64')}`);
  return { html, scriptHashes };
}

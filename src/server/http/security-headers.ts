/**
 * Sent with every answer; pages add their own Content-Security-Policy. Static, because computing them took a third of
 * the time of a request.
 */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

/** What the policy of a page allows besides files of this site. */
interface PagePolicyOptions {
  /** Hashes of the inline scripts: `sha256-…`. */
  scriptHashes?: readonly string[];
  /** antd inserts its styles at run time: the back office allows those with its nonce. */
  styleNonce?: string;
  /** Allows WebAssembly, which the worker that reads models runs. */
  hasWasm?: boolean;
}

/** Policy of the pages and their assets. */
export const pagePolicy = ({ scriptHashes = [], styleNonce, hasWasm }: PagePolicyOptions = {}): string =>
  [
    "default-src 'none'",
    [
      "script-src 'self'",
      ...(hasWasm ? ["'wasm-unsafe-eval'"] : []),
      ...scriptHashes.map((hash) => `'${hash}'`),
    ].join(' '),
    styleNonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${styleNonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

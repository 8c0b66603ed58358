import type { Plugin } from 'vite';

const WRITER = /[\\/]@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js/;
const GIVEN = 'if (csp?.nonce) {';
const PAGE = `document.querySelector('meta[property="csp-nonce"]')?.nonce`;

/**
 * antd writes its styles with the configured nonce, except in two parts without an option for it (locking the page behind a
 * dialog, measuring scroll bars). The patched function that writes all styles falls back to the page's nonce.
 */
export function styleNonce(): Plugin {
  return {
    name: 'quotemill:style-nonce',
    apply: 'build',
    transform(code, id) {
      if (!WRITER.test(id)) return undefined;
      if (!code.includes(GIVEN)) this.error('@rc-component/util writes styles in another way now');
      const patched = code.replace(GIVEN, `if (!csp?.nonce) styleNode.nonce = ${PAGE} ?? '';\n${GIVEN}`);
      return { code: patched, map: null };
    },
  };
}

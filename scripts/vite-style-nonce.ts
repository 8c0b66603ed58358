import type { Plugin } from 'vite';

const PATCHED_FILE = /[\\/]@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js/;
const CONDITION = 'if (csp?.nonce) {';
const PAGE_NONCE = `document.querySelector('meta[property="csp-nonce"]')?.nonce`;

/**
 * antd writes styles with the configured nonce, except in two places without that option (locking the page behind a dialog,
 * measuring scroll bars). Patches the function that writes all styles to fall back to the page's nonce.
 */
export function styleNonce(): Plugin {
  return {
    name: 'quotemill:style-nonce',
    apply: 'build',
    transform(code, id) {
      if (!PATCHED_FILE.test(id)) return undefined;
      if (!code.includes(CONDITION)) this.error('@rc-component/util has changed how it writes styles');
      const patched = code.replace(
        CONDITION,
        `if (!csp?.nonce) styleNode.nonce = ${PAGE_NONCE} ?? '';\n${CONDITION}`,
      );
      return { code: patched, map: null };
    },
  };
}

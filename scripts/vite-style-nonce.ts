import type { Plugin } from 'vite';

const WRITER = /[\\/]@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js/;
const ICON = /[\\/]@ant-design[\\/]icons-svg[\\/]es[\\/]asn[\\/]/;
/** Left over in a few drawings, without a word in it. */
const EMPTY_STYLE = '{ "tag": "defs", "attrs": {}, "children": [{ "tag": "style", "attrs": {} }] }, ';
const GIVEN = 'if (csp?.nonce) {';
const PAGE = `document.querySelector('meta[property="csp-nonce"]')?.nonce`;

/**
 * antd writes its styles with the nonce that it is given, but for two of its parts (holding the page still behind a dialog,
 * measuring scroll bars), which cannot be given one: the function that all of them write with takes the page's own. A few
 * icons carry an empty style, which the policy refuses with a message in the console.
 */
export function styleNonce(): Plugin {
  return {
    name: 'quotemill:style-nonce',
    apply: 'build',
    transform(code, id) {
      if (ICON.test(id)) return { code: code.replace(EMPTY_STYLE, ''), map: null };
      if (!WRITER.test(id)) return undefined;
      if (!code.includes(GIVEN)) this.error('@rc-component/util writes styles in another way now');
      const patched = code.replace(GIVEN, `if (!csp?.nonce) styleNode.nonce = ${PAGE} ?? '';\n${GIVEN}`);
      return { code: patched, map: null };
    },
  };
}

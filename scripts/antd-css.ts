import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = dirname(createRequire(import.meta.url).resolve('antd/package.json'));

/** Rules that belong to no component: links, icons, animations. */
export const SHARED = 'shared';

/** Names in class names that are not their component's folder. */
const FOLDERS: Readonly<Record<string, string>> = {
  btn: 'button',
  picker: 'date-picker',
  'picker-calendar': 'calendar',
  row: 'grid',
  col: 'grid',
  'float-btn': 'float-button',
  'select-tree': 'tree-select',
  ribbon: 'badge',
  'scroll-number': 'badge',
  otp: 'input',
  qrcode: 'qr-code',
};

/**
 * antd's published stylesheet (`antd/dist/antd.css`, for its mode without styles at run time), by component folder. A
 * rule belongs to the component of the first class in its selector: it can match only where that component is drawn.
 */
export function readAntdCss(): ReadonlyMap<string, string> {
  const folders = new Set(readdirSync(join(root, 'es')));
  const found = new Map<string, string>();
  const ownerOf = (selector: string) => folderOf(selector, folders);
  for (const [owner, text] of splitRules(readFileSync(join(root, 'dist/antd.css'), 'utf8'), ownerOf))
    found.set(owner, (found.get(owner) ?? '') + text);
  return found;
}

function folderOf(selector: string, folders: ReadonlySet<string>): string {
  const words = /\.ant-([\w-]+)/.exec(selector)?.[1]?.split('-') ?? [];
  for (let count = words.length; count > 0; count -= 1) {
    const name = words.slice(0, count).join('-');
    const folder = FOLDERS[name] ?? name;
    if (folders.has(folder)) return folder;
  }
  return SHARED;
}

function splitRules(css: string, ownerOf: (selector: string) => string): [owner: string, text: string][] {
  return rulesOf(css).flatMap(([head, body]): [string, string][] => {
    // The page computes its variables itself, from its theme; the other is the list of what a server has drawn.
    if (/css-var-_|data-ant-cssinjs/.test(head)) return [];
    if (/^@(?:media|supports|container)/.test(head)) {
      return splitRules(body, ownerOf).map(([owner, text]) => [owner, `${head}{${text}}`]);
    }
    const selectors = head.startsWith('@') ? [head] : selectorsOf(head);
    return [...new Set(selectors.map(ownerOf))].map((owner) => {
      const own = selectors.filter((selector) => ownerOf(selector) === owner);
      return [owner, `${own.join()}{${body}}`];
    });
  });
}

/** Head and body of each rule. The stylesheet is minified: it has no comments. */
function rulesOf(css: string): [head: string, body: string][] {
  const rules: [string, string][] = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  for (const { 0: mark, index } of css.matchAll(/"[^"]*"|'[^']*'|[{}]/g)) {
    if (mark === '{' && depth++ === 0) open = index;
    if (mark === '}' && --depth === 0) {
      rules.push([css.slice(start, open).trim(), css.slice(open + 1, index)]);
      start = index + 1;
    }
  }
  return rules;
}

/** The parts of a selector list; commas within parentheses do not count. */
const selectorsOf = (list: string) => list.split(/,(?![^(]*\))/).map((selector) => selector.trim());

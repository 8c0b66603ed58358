import type { ThemeConfig } from 'antd';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createElement, type ComponentType, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

type Hook = (prefix: string, root: string) => unknown;

/** One of the copies of `@ant-design/cssinjs`. */
interface StyleEngine {
  createCache: () => unknown;
  extractStyle: (cache: unknown, options: { plain: boolean; types: string[] }) => string;
  StyleProvider: ComponentType<{ cache: unknown; children?: ReactNode }>;
}

const HOOK = /^export (?:default|const (\w+) =) genStyleHooks\(/gm;
const resolve = createRequire(import.meta.url).resolve;
const root = dirname(resolve('antd/package.json'));
/** As antd's own modules see their packages. */
const load = createRequire(join(root, 'package.json'));

/**
 * The CSS variables of a theme, of all components and as antd computes them, on `:root`: there is one theme in the page,
 * and each name contains its component's.
 */
export function antdVariables(theme: ThemeConfig): string {
  // antd computes the theme's variables with its copy of the package, and the components' with its utilities' copy.
  const engines = [load, createRequire(load.resolve('@ant-design/cssinjs-utils'))].map((from) => {
    const engine = from('@ant-design/cssinjs') as StyleEngine;
    return { ...engine, cache: engine.createCache() };
  });
  const { default: ConfigProvider } = load('antd/lib/config-provider') as {
    default: ComponentType<{ theme: ThemeConfig; children?: ReactNode }>;
  };
  const page: ReactNode = createElement(
    ConfigProvider,
    { theme: { ...theme, zeroRuntime: true } },
    readHooks().map((hook, key) => createElement(Use, { hook, key })),
  );
  renderToString(
    engines.reduce<ReactNode>(
      (inner, { StyleProvider, cache }) => createElement(StyleProvider, { cache }, inner),
      page,
    ),
  );
  const css = engines.map(({ extractStyle, cache }) =>
    extractStyle(cache, { plain: true, types: ['token', 'cssVar'] }),
  );
  const blocks = css.join('').matchAll(/\.css-var[^{}]*\{(--[^{}]*)\}/g);
  return `:root{${[...blocks].map(([, variables]) => variables).join('')}}`;
}

function Use({ hook }: { hook: Hook }) {
  hook('ant', 'ant');
  return null;
}

/** The hooks of all components that define variables. Some modules make theirs in the function that they export. */
function readHooks(): Hook[] {
  const files = readdirSync(join(root, 'es'), { recursive: true, encoding: 'utf8' });
  return files.flatMap((file) => {
    if (!/[\\/]style[\\/][\w-]+\.js$/.test(file)) return [];
    const code = readFileSync(join(root, 'es', file), 'utf8');
    if (!code.includes('genStyleHooks(')) return [];
    const names = [...code.matchAll(HOOK)].map(([, name]) => name ?? 'default');
    const hooks = load(join(root, 'lib', file)) as Record<string, Hook>;
    return (names.length > 0 ? names : ['default']).flatMap((name) => hooks[name] ?? []);
  });
}

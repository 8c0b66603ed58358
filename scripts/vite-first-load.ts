import { build, type InlineConfig, type Rollup } from 'vite';

const under = (path: string) => new RegExp(`/src/${path.replaceAll('.', '\\.')}$`);
const STOREFRONT = under('storefront/main.tsx');
const LOGIN = under('storefront/features/login/login-page.tsx');
const QUOTATION = under('storefront/features/quote/quote-page.tsx');
const BACK_OFFICE = under('admin/main.tsx');
const DESK_LOGIN = under('admin/pages/login.tsx');
const SHELL = under('admin/shell/shell.tsx');
const LIST = under('admin/generated/list-screen.tsx');

/**
 * Into which file of the first load a module goes: what a first visit needs comes in one file a step instead of one for
 * each set of pages that share it (a hundred for the back office's first list, each with its own cost in the browser).
 * Only a bundler knows which modules are left after shaking, so it is asked once before: the same build, kept in memory.
 * Modules that only pages opened later share, or that both sides share without both needing them first, stay where
 * the bundler puts them: neither side ever loads the other's code.
 */
export async function firstLoadChunks(config: InlineConfig): Promise<(id: string) => string | null> {
  const { build: options } = config;
  const draft = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...options, write: false, minify: false, cssMinify: false },
  });
  if (!('output' in draft)) throw new Error('the draft of the build gave no single output');
  const chunks = draft.output.filter((output) => output.type === 'chunk');
  const step = (...pages: RegExp[]) => modulesOf(chunks, pages, 'first');
  const login = step(STOREFRONT, LOGIN);
  const main = step(STOREFRONT);
  const quotation = step(STOREFRONT, QUOTATION);
  const desk = step(BACK_OFFICE, DESK_LOGIN);
  const list = step(BACK_OFFICE, DESK_LOGIN, SHELL, LIST);
  const allOfStorefront = modulesOf(chunks, [STOREFRONT], 'all');
  const allOfBackOffice = modulesOf(chunks, [BACK_OFFICE], 'all');
  return (id) => {
    if (allOfStorefront.has(id) && allOfBackOffice.has(id)) {
      return (login.has(id) || quotation.has(id)) && list.has(id) ? 'common' : null;
    }
    if (main.has(id) || (login.has(id) && quotation.has(id))) return 'shop';
    if (quotation.has(id)) return 'quotation';
    if (desk.has(id)) return 'desk';
    return list.has(id) ? 'list' : null;
  };
}

/** The modules of the chunks that hold these pages, and of what they import; with `all`, of what they load later too. */
function modulesOf(
  chunks: readonly Rollup.OutputChunk[],
  pages: readonly RegExp[],
  reach: 'first' | 'all',
): ReadonlySet<string> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const waiting = pages.map((page) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => page.test(id)));
    if (!chunk) throw new Error(`no chunk holds ${page}`);
    return chunk;
  });
  const found = new Set<Rollup.OutputChunk>();
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    const next = reach === 'all' ? [...chunk.imports, ...chunk.dynamicImports] : chunk.imports;
    waiting.push(...next.flatMap((file) => byFile.get(file) ?? []));
  }
  return new Set([...found].flatMap(({ moduleIds }) => moduleIds));
}

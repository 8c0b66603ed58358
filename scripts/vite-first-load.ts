import { build, type InlineConfig, type Rollup } from 'vite';

const under = (path: string) => new RegExp(`/src/${path.replaceAll('.', '\\.')}$`);
const STOREFRONT = under('storefront/main.tsx');
const LOGIN = under('storefront/features/login/login-page.tsx');
const QUOTATION = under('storefront/features/quote/quote-page.tsx');
const VIEWER = under('viewer/model-viewer.tsx');
const BACK_OFFICE = under('admin/main.tsx');
const DESK_LOGIN = under('admin/pages/login.tsx');
const SHELL = under('admin/shell/shell.tsx');
const LIST = under('admin/resource-kit/list-screen.tsx');

/**
 * Assigns modules to the files of the first load: one file per step instead of one for each set of pages that share modules. Over
 * HTTP/1.1 a browser fetches only six files at a time. Only the bundler knows which modules remain after tree shaking, so the same
 * build first runs in memory. Modules that one side loads first and the other later form one file, too, except those of the model
 * viewer. Modules shared only by later pages stay where the bundler puts them, so neither side loads the other's code.
 */
export async function firstLoadChunks(config: InlineConfig): Promise<(id: string) => string | null> {
  const { build: options } = config;
  const trial = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...options, write: false, minify: false, cssMinify: false },
  });
  if (!('output' in trial)) throw new Error('the trial build returned more than one output');
  const chunks = trial.output.filter((output) => output.type === 'chunk');
  const step = (...pages: RegExp[]) => modulesOf(chunks, pages, 'first');
  const login = step(STOREFRONT, LOGIN);
  const main = step(STOREFRONT);
  const quotation = step(STOREFRONT, QUOTATION);
  const desk = step(BACK_OFFICE, DESK_LOGIN);
  const list = step(BACK_OFFICE, DESK_LOGIN, SHELL, LIST);
  const viewer = step(STOREFRONT, VIEWER);
  const allOfStorefront = modulesOf(chunks, [STOREFRONT], 'all');
  const allOfBackOffice = modulesOf(chunks, [BACK_OFFICE], 'all');
  return (id) => {
    if (allOfStorefront.has(id) && allOfBackOffice.has(id)) {
      if (login.has(id) || quotation.has(id)) return list.has(id) ? 'common' : 'catalogue';
      return list.has(id) && !viewer.has(id) ? 'records' : null;
    }
    if (main.has(id) || (login.has(id) && quotation.has(id))) return 'shop';
    if (quotation.has(id)) return 'quotation';
    if (login.has(id)) return 'login';
    if (desk.has(id)) return 'desk';
    return list.has(id) ? 'list' : null;
  };
}

/** The modules of these pages' chunks and of the chunks they import; with `all`, also of chunks they load later. */
function modulesOf(
  chunks: readonly Rollup.OutputChunk[],
  pages: readonly RegExp[],
  reach: 'first' | 'all',
): ReadonlySet<string> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const pending = pages.map((page) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => page.test(id)));
    if (!chunk) throw new Error(`no chunk contains ${page}`);
    return chunk;
  });
  const found = new Set<Rollup.OutputChunk>();
  for (let chunk = pending.pop(); chunk; chunk = pending.pop()) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    const next = reach === 'all' ? [...chunk.imports, ...chunk.dynamicImports] : chunk.imports;
    pending.push(...next.flatMap((file) => byFile.get(file) ?? []));
  }
  return new Set([...found].flatMap(({ moduleIds }) => moduleIds));
}

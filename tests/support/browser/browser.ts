import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import type { Browser } from 'playwright-core';

interface FoundBrowser {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const run = promisify(execFile);

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const USUAL_PLACES = [
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * A Chromium for the tests: `CHROMIUM_PATH`, else an installed one, else the one that npm installed with
 * `@sparticuz/chromium` (Linux on x64). Chinese uses the font of the quotations, unless `FONTCONFIG_FILE` is set: without
 * one, a page searches a font in vain for each glyph, which takes most of the layout time, and measures blank glyphs.
 * Throws when `CHROMIUM_PATH` is not an executable, or when there is no Chromium.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const found = await findProgram();
  const { env } = found;
  return env['FONTCONFIG_FILE'] ? found : { ...found, env: { ...env, FONTCONFIG_FILE: await fontFile() } };
}

async function findProgram(): Promise<FoundBrowser> {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) {
    if (!(await isExecutable(chosen))) throw new Error(`CHROMIUM_PATH is not a program: ${chosen}`);
    return { executablePath: chosen, args: ARGS, env: environment() };
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const candidates = [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...USUAL_PLACES,
  ];
  for (const candidate of candidates) {
    if (await isExecutable(candidate)) return { executablePath: candidate, args: ARGS, env: environment() };
  }
  return shippedBrowser();
}

/** Starts the browser that `findBrowser` finds. The caller closes it. */
export async function launchBrowser(further: string[] = []): Promise<Browser> {
  const { args, ...found } = await findBrowser();
  const { chromium } = await import('playwright-core');
  return chromium.launch({ ...found, args: [...args, ...further] });
}

let shared: Promise<Browser> | undefined;

/** Each test opens new pages, which close before the optimizing compilers pay off. */
const SIMPLE_COMPILERS = '--js-flags=--no-turbofan --liftoff-only';

/** The browser of this process, for all its test files: callers close their contexts. It ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared;
  if (!running?.isConnected()) shared = launchBrowser([SIMPLE_COMPILERS]);
  return shared!;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const ofPackages = join(root, 'node_modules/.cache');
/** For a user without write access to the packages because another has installed them. */
const ofUser = join(homedir(), '.cache/quotemill');

async function shippedBrowser(): Promise<FoundBrowser> {
  const missing = 'there is no Chromium: install one, or name its program in CHROMIUM_PATH';
  // The package is only for this platform.
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(missing);
  const folder = await unpack('chromium-147.0.0', fillBrowser).catch((error: Error) => {
    // The output of the package's process is long; one line of it has the reason.
    throw new Error(`${missing} (${/^\w*Error.*$/m.exec(error.message)?.[0] ?? error.message})`);
  });
  const executablePath = join(folder, 'chromium');
  const env = environment();
  if (!(await canStart(executablePath, env))) {
    env['LD_LIBRARY_PATH'] = [join(folder, 'al2023', 'lib'), env['LD_LIBRARY_PATH']]
      .filter(Boolean)
      .join(':');
    if (!(await canStart(executablePath, env))) throw new Error(missing);
  }
  return { executablePath, args: ARGS, env };
}

async function fillBrowser(folder: string): Promise<void> {
  // The package writes into the temporary directory of its process.
  const code = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  // With the name of a Lambda runtime, the package unpacks its libraries too.
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  await run(process.execPath, ['--input-type=module', '-e', code], { cwd: import.meta.dirname, env });
  await chmod(join(folder, 'chromium'), 0o755);
}

/** A configuration of fontconfig with the fonts of the system and the one of the quotations. */
async function fontFile(): Promise<string> {
  return join(await unpack('fonts-1', fillFonts), 'fonts.conf');
}

async function fillFonts(folder: string): Promise<void> {
  const font = await readFile(join(root, 'assets/fonts/NotoSansSC-Regular.ttf.br'));
  await writeFile(join(folder, 'NotoSansSC-Regular.ttf'), brotliDecompressSync(font));
  await writeFile(join(folder, 'fonts.conf'), FONT_CONFIGURATION);
}

const FONT_CONFIGURATION = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * A cached folder. Fills a new one beside its final path and renames it, so that several test workers may do so at once and a killed
 * one leaves nothing partial.
 */
async function unpack(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const existing = [ofPackages, ofUser].map((cache) => join(cache, name)).find((path) => existsSync(path));
  if (existing) return existing;
  const staging = await createStaging(ofPackages, name).catch(() => createStaging(ofUser, name));
  const path = join(dirname(staging), name);
  try {
    await fill(staging);
    // Root may unpack and an ordinary user run it.
    await chmod(staging, 0o755);
    await rename(staging, path);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another worker was first.
    if (!existsSync(path)) throw error;
  }
  return path;
}

async function createStaging(cache: string, name: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  return mkdtemp(join(cache, `${name}-`));
}

async function canStart(executablePath: string, env: Record<string, string>): Promise<boolean> {
  try {
    await run(executablePath, ['--version'], { env });
    return true;
  } catch {
    return false;
  }
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function environment(): Record<string, string> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

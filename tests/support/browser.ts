import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

export interface FoundBrowser {
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
 * `@sparticuz/chromium` (Linux on x64; its font has Latin glyphs only: without a font of the system Chinese stays blank).
 * Throws when `CHROMIUM_PATH` is not an executable.
 */
export async function findBrowser(): Promise<FoundBrowser> {
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
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await findBrowser());
}

let shared: Promise<Browser> | undefined;

/** The browser of this process, for all its test files: callers close their contexts. It ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared;
  if (!running?.isConnected()) shared = launchBrowser();
  return shared!;
}

const UNPACKED = fileURLToPath(new URL('../../node_modules/.cache/chromium-147.0.0', import.meta.url));

async function shippedBrowser(): Promise<FoundBrowser> {
  if (!existsSync(UNPACKED)) await unpack();
  const executablePath = join(UNPACKED, 'chromium');
  const env = environment();
  // Without fontconfig on the machine, the page process crashes because it finds no font.
  if (!existsSync('/etc/fonts/fonts.conf')) env['FONTCONFIG_FILE'] = join(UNPACKED, 'fonts', 'tests.conf');
  if (!(await canStart(executablePath, env))) {
    env['LD_LIBRARY_PATH'] = [join(UNPACKED, 'al2023', 'lib'), env['LD_LIBRARY_PATH']]
      .filter(Boolean)
      .join(':');
  }
  return { executablePath, args: ARGS, env };
}

/**
 * Unpacks beside its final path and renames, so that several test workers may do so at once and a killed one
 * leaves nothing partial. The package writes into the temporary directory of its process, so it runs in a separate
 * process.
 */
async function unpack(): Promise<void> {
  await mkdir(join(UNPACKED, '..'), { recursive: true });
  const staging = await mkdtemp(`${UNPACKED}-`);
  try {
    const code = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
    // With the name of a Lambda runtime, the package unpacks its libraries too.
    const env = { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
    await run(process.execPath, ['--input-type=module', '-e', code], { cwd: import.meta.dirname, env });
    await writeFile(join(staging, 'fonts', 'tests.conf'), FONTS);
    // Root may unpack and an ordinary user run it.
    await Promise.all([staging, join(staging, 'chromium')].map((path) => chmod(path, 0o755)));
    await rename(staging, UNPACKED);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another worker was first.
    if (!existsSync(UNPACKED)) throw error;
  }
}

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

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

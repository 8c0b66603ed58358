import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startCluster } from '#tests/support/setup/postgres-setup.ts';
import { applyMutation, drawMutations, mutationsOf, type Mutation } from './mutations.ts';

/**
 * Plants seeded faults, one at a time, into a copy of this tree, and records which tests notice. A fault stays noticed
 * while one of its tests exists, so `--after` only repeats those that lost all of theirs. CONTRIBUTING.md describes the use.
 */
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '12' },
    record: { type: 'string', default: 'mutations.json' },
    after: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

const root = fileURLToPath(new URL('../', import.meta.url));
/** A run that takes longer than this counts as red: the fault made it hang. */
const TIME_LIMIT_MS = 15 * 60_000;
/** Failures after which a run stops. */
const BAIL = 3;
/** How often a stage is run whose failures do not repeat themselves. */
const ROUNDS = 3;

const moduleTests = (...names: string[]) => names.map((name) => `src/server/modules/${name}/`);

/** Where faults are planted, and the tests that look at each area after those beside the file. */
const areas: Record<string, { sources: string; wider: string[] }> = {
  domain: {
    sources: 'src/domain',
    wider: moduleTests('orders', 'quotes', 'documents', 'dashboards', 'default-configs'),
  },
  orders: {
    sources: 'src/server/modules/orders',
    wider: moduleTests('documents', 'notifications', 'shares', 'dashboards'),
  },
  authentication: {
    sources: 'src/server/modules/authentication',
    wider: moduleTests('users', 'profile', 'roles', 'logs', 'files'),
  },
  files: {
    sources: 'src/server/modules/files',
    wider: [...moduleTests('profile', 'documents', 'pictures', 'shares', 'orders'), 'sweep'],
  },
  access: {
    sources: 'src/server/modules/access',
    wider: moduleTests('users', 'roles', 'menus', 'depts', 'logs', 'orders', 'authentication', 'profile'),
  },
};

interface FailedTest {
  file: string;
  title: string;
}

interface Candidate extends Mutation {
  id: string;
  area: string;
}

interface Outcome extends Candidate {
  isRed: boolean;
  failed: FailedTest[];
  seconds: number;
}

interface JsonReport {
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

const filesBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));

/** Every fault that can be planted, by area. The id survives a move of the file and changes elsewhere in it. */
function listMutations(): Candidate[][] {
  return Object.entries(areas).map(([area, { sources }]) => {
    const files = filesBelow(sources).filter(
      (file) => file.endsWith('.ts') && !/\.test(-data)?\.ts$/.test(file),
    );
    const seen = new Map<string, number>();
    return files.toSorted().flatMap((file) =>
      mutationsOf(file, readFileSync(join(root, file), 'utf8')).map((mutation) => {
        const key = `${basename(file)} ${mutation.operator}: ${mutation.change}`;
        const nth = (seen.get(key) ?? 0) + 1;
        seen.set(key, nth);
        return { ...mutation, area, id: `${key} #${nth}` };
      }),
    );
  });
}

/** Runs vitest in the copy; the failed tests, or none. */
function runVitest(copy: string, args: string[], postgresUrl: string): Promise<FailedTest[]> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      ...args,
      '--run',
      `--bail=${BAIL}`,
      '--passWithNoTests',
      '--reporter=json',
      `--outputFile=${report}`,
      '--testTimeout=120000',
      '--hookTimeout=180000',
      '--experimental.fsModuleCache',
    ],
    { cwd: copy, stdio: 'ignore', detached: true, env: { ...process.env, TEST_POSTGRES_URL: postgresUrl } },
  );
  return new Promise((resolve) => {
    const limit = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), TIME_LIMIT_MS);
    child.on('exit', (code) => {
      clearTimeout(limit);
      if (code === 0) return resolve([]);
      if (!existsSync(report)) return resolve([{ file: '', title: '(no report)' }]);
      const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JsonReport;
      const failed = testResults.flatMap(({ name, status, assertionResults }) => {
        const file = name.slice(copy.length + 1);
        const titles = assertionResults
          .filter((test) => test.status === 'failed')
          .map((test) => test.fullName);
        if (titles.length === 0 && status === 'failed') titles.push('(the file)');
        return titles.map((title) => ({ file, title }));
      });
      resolve(failed.length > 0 ? failed : [{ file: '', title: '(an error outside the tests)' }]);
    });
  });
}

/** A run of vitest: its projects, and what selects the files. */
interface Stage {
  projects: string[];
  files: string[];
  isRelated?: boolean;
}

/** Runs from near to far; the first that fails is the last. */
function stagesOf(area: string, file: string): Stage[] {
  const { wider } = areas[area]!;
  if (area === 'domain')
    return [
      { projects: ['unit'], files: ['src/'] },
      { projects: ['ui', 'ui-apart'], files: [file], isRelated: true },
      { projects: ['server'], files: [...wider, 'tests/api/'] },
    ];
  return [
    { projects: ['server'], files: moduleTests(area) },
    { projects: ['server'], files: [...wider, 'tests/api/'] },
    { projects: ['bars'], files: ['tests/trust/'] },
  ];
}

/** The tests that fail twice: a busy machine makes others fail at times. Undefined when each round fails in another way. */
async function failuresOf(copy: string, { projects, files, isRelated }: Stage, postgresUrl: string) {
  const flags = projects.map((project) => `--project=${project}`);
  for (let round = 0; round < ROUNDS; round += 1) {
    const failed = await runVitest(
      copy,
      [...(isRelated ? ['related'] : []), ...flags, ...files],
      postgresUrl,
    );
    if (failed.length === 0) return [];
    // Without a file the whole stage failed.
    const suspects = failed.some(({ file }) => file === '') ? files : new Set(failed.map(({ file }) => file));
    const again = await runVitest(copy, [...flags, ...suspects], postgresUrl);
    const confirmed = failed.filter(({ file, title }) =>
      again.some((test) => test.file === file && test.title === title),
    );
    if (confirmed.length > 0) return confirmed;
  }
  return undefined;
}

async function main(): Promise<void> {
  const all = listMutations();
  const byId = new Map(all.flat().map((mutation) => [mutation.id, mutation]));
  const drawn = drawMutations<Candidate>(all, Number(options.count), Number(options.seed));
  if (options.list) {
    console.log(`${byId.size} possible faults, ${drawn.length} drawn`);
    for (const { file, line, operator, change } of drawn)
      console.log(`${file}:${line} ${operator}: ${change}`);
    return;
  }

  const recordFile = resolve(root, options.record);
  const known: Outcome[] = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : [];
  const outcomes = new Map(known.map((outcome) => [outcome.id, outcome]));
  const todo = options.after
    ? known.filter(({ failed }) => !failed.some(isStillThere)).map(({ id }) => byId.get(id))
    : drawn.map(({ id }) => byId.get(id)).filter((mutation) => !outcomes.has(mutation!.id));
  if (options.after) console.log(`${known.length} known, ${todo.length} to repeat`);

  const copy = mkdtempSync(join(tmpdir(), 'quotemill-mutants-'));
  const left = ['.git', 'node_modules', 'dist', 'data'];
  cpSync(root, copy, { recursive: true, filter: (path) => !left.includes(path.slice(root.length)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const postgres = await startCluster();
  try {
    for (const mutation of todo) {
      if (!mutation) {
        console.log('gone: the place of a fault is no more in the source');
        continue;
      }
      const began = performance.now();
      const target = join(copy, mutation.file);
      const source = readFileSync(join(root, mutation.file), 'utf8');
      writeFileSync(target, applyMutation(source, mutation));
      let failed: FailedTest[] | undefined;
      for (const stage of stagesOf(mutation.area, mutation.file)) {
        failed = await failuresOf(copy, stage, postgres.url);
        if (failed?.length !== 0) break;
      }
      writeFileSync(target, source);
      if (!failed) {
        console.log(`${mutation.file}:${mutation.line} is left for another run: other tests fail each time`);
        continue;
      }
      const seconds = Math.round((performance.now() - began) / 1000);
      outcomes.set(mutation.id, { ...mutation, isRed: failed.length > 0, failed, seconds });
      writeFileSync(recordFile, JSON.stringify([...outcomes.values()], null, 1));
      console.log(
        `${outcomes.size} ${failed.length > 0 ? 'red' : 'SURVIVES'} ${mutation.file}:${mutation.line} ${mutation.operator}: ` +
          `${mutation.change} (${seconds} s)${failed[0] ? ` | ${failed[0].file} | ${failed[0].title}` : ''}`,
      );
    }
  } finally {
    await postgres.stop();
    rmSync(copy, { recursive: true, force: true });
  }
  const red = [...outcomes.values()].filter(({ isRed }) => isRed).length;
  console.log(`${red} of ${outcomes.size} red`);
}

/** Whether the gate still has a file of that name with a test of that title. The slow tier's has another name. */
function isStillThere({ file, title }: FailedTest): boolean {
  return [...filesBelow('src'), ...filesBelow('tests')]
    .filter((path) => basename(path) === basename(file))
    .some((path) => {
      const source = readFileSync(join(root, path), 'utf8');
      // A full title is those of its groups and its own.
      return title.split(' ').some((_, index, words) => {
        const own = words.slice(index).join(' ');
        return own.length > 12 && source.includes(own);
      });
    });
}

await main();

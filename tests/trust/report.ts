import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { scale } from '../support/load/scale.ts';
import { bars, groups, type Bar } from './bars.ts';

const file = fileURLToPath(new URL('../../docs/trust.md', import.meta.url));

/** The finished files of this run. */
const ended: TestModule[] = [];

/**
 * Writes docs/trust.md: replaces the rows of the bars that were checked and keeps the others. Runs after each file, so that
 * an interrupted run keeps its findings.
 */
export const trustReporter: Reporter = {
  onTestModuleEnd(module) {
    ended.push(module);
    const checks = ended
      .flatMap(({ children }) => [...children.allTests()])
      .filter((check) => check.result().state !== 'skipped')
      .map((check) => ({ check, numbers: check.meta().bars ?? numbersOf(check.name) }));
    const rows = readRows();
    for (const bar of bars) {
      const found = checks.filter(({ numbers }) => numbers.includes(bar.number)).map(({ check }) => check);
      if (found.length > 0) rows.set(bar.number, toRow(bar, found));
    }
    writeFileSync(file, toMarkdown(rows));
  },
  onTestRunEnd() {
    console.log(`\n${summary(readRows())}`);
  },
};

/** A check that failed before it reported its bars has their numbers in its title. */
const numbersOf = (title: string): number[] =>
  (/^bar ([\d, ]+):/.exec(title)?.[1] ?? '')
    .split(',')
    .filter((text) => text.trim() !== '')
    .map(Number);

function toRow(bar: Bar, checks: readonly TestCase[]): string {
  const failed = checks.filter((check) => check.result().state !== 'passed');
  const figures = checks.map((check) => check.meta().figure).filter((figure) => figure !== undefined);
  const notRun = checks.map((check) => check.meta().notRun).filter((reason) => reason !== undefined);
  figures.push(...notRun.map((reason) => `not run: ${reason}`));
  const result = notRun.length === 0 ? 'holds' : `${notRun.length} of ${checks.length} checks not run`;
  const cells = [
    String(bar.number),
    bar.holds,
    failed.length === 0 ? result : `**${failed.length} of ${checks.length} checks failed**`,
    figures.join('; ').replaceAll('|', '\\|').replaceAll('\n', ' '),
    `${new Date().toISOString().slice(0, 10)} · ${commit()} · ${scale}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function readRows(): Map<number, string> {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return new Map(); // the first run
  }
  return new Map([...text.matchAll(/^\| +(\d+) +\|.*\|$/gm)].map(([row, number]) => [Number(number), row]));
}

function toMarkdown(rows: ReadonlyMap<number, string>): string {
  const sections = groups.map((group) => {
    const lines = bars
      .filter((bar) => bar.group === group)
      .map((bar) => rows.get(bar.number) ?? `| ${bar.number} | ${bar.holds} | not checked | | |`);
    const title = group.charAt(0).toUpperCase() + group.slice(1);
    return [
      `## ${title}`,
      '',
      '| | What holds | Result | Figures | Checked |',
      '| --- | --- | --- | --- | --- |',
      ...lines,
    ].join('\n');
  });
  return `${[intro, summary(rows), ...sections].join('\n\n')}\n`;
}

function summary(rows: ReadonlyMap<number, string>): string {
  const holding = bars.filter(({ number }) => rows.get(number)?.includes('| holds |')).length;
  return `${holding} of ${bars.length} bars hold.`;
}

const intro = `# Trust

Written by \`npm run trust\` (a group alone: \`npm run trust -- orders\`; the longest: \`npm run trust -- --long\`) and by
\`npm run chaos\`, which is the group of faults. The bars that call every endpoint of the contract run against the app
within the process of their checks, and a smaller run of them is part of \`npm test\`; all others run against the built
server in a separate process. The database is a real PostgreSQL. "Checked" is the day, the commit, and how far the
run went. Where the machine counts, it had ${cpus().length} cores and ${Math.round(totalmem() / 1024 ** 3)} GB, and the
load came from the same machine.`;

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
    const isClean = git('status', '--porcelain', '--', 'src', 'tests', 'package-lock.json') === '';
    return git('rev-parse', '--short', 'HEAD') + (isClean ? '' : '+');
  } catch {
    return 'unknown';
  }
}

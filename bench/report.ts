import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { isMet, type Figure } from './figure.ts';

/** A part's figures under its title. */
export interface Section {
  title: string;
  figures: Figure[];
}

const columns = ['Figure', 'Target', 'Measured', '', 'Limit of this machine, same run'];

/** Formats the tables as Markdown that is readable in a terminal. */
export function toMarkdown(sections: readonly Section[]): string {
  return sections
    .map(({ title, figures }) => {
      const rows = [columns, ...figures.map(toRow)];
      const widths = columns.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
      const [head = '', ...body] = rows.map((row) => toLine(row, widths));
      const rule = `| ${widths.map((width) => '-'.repeat(Math.max(3, width))).join(' | ')} |`;
      return [`## ${title}`, '', head, rule, ...body].join('\n');
    })
    .join('\n\n');
}

/** Replaces the measured sections of `file`, each with date, machine and commit, and keeps the others. */
export function writeReport(file: string, sections: readonly Section[]): void {
  const all = readSections(file);
  for (const section of sections) {
    all.set(section.title, `${toMarkdown([section])}\n\n${provenance()}`);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${[intro, ...all.values()].join('\n\n')}\n`);
}

/** The load of the machine before the run; figures from a busy machine are unreliable. */
const [loadBefore = 0] = loadavg();

const intro = `# Benchmarks

Written by \`npm run bench\` (parts alone: \`npm run bench -- api\`). The load generator runs on the same machine and uses part of it;
the last column shows what a bare program reaches there in the same minute. A load before the run above 0.5 means that other programs were
using the machine: such figures are lower than the software's.`;

function readSections(file: string): Map<string, string> {
  const sections = new Map<string, string>();
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return sections; // the first run
  }
  for (const part of text.split(/^(?=## )/m).slice(1)) {
    sections.set(part.slice('## '.length, part.indexOf('\n')), part.trim());
  }
  return sections;
}

function provenance(): string {
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  const machine = `${cpu?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${memory}, ${process.platform}`;
  return `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC · commit ${commit()} · ${machine} · Node ${process.versions.node} · load before ${loadBefore.toFixed(1)}`;
}

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
    const isClean = git('status', '--porcelain', '--', 'src', 'package-lock.json') === '';
    return git('rev-parse', '--short', 'HEAD') + (isClean ? '' : ' with changes');
  } catch {
    return 'unknown';
  }
}

function toRow(figure: Figure): string[] {
  const { name, unit, target, limit, note } = figure;
  const met = isMet(figure);
  const bound =
    target && ('atLeast' in target ? `≥ ${show(target.atLeast, unit)}` : `≤ ${show(target.atMost, unit)}`);
  const verdict = met === undefined ? '' : met ? 'ok' : '**missed**';
  return [
    note === undefined ? name : `${name} (${note})`,
    bound ?? '',
    show(figure.value, unit),
    verdict,
    limit ? `${show(limit.value, unit)} (${limit.of})` : '',
  ];
}

function show(value: number, unit: Figure['unit']): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const text = value.toLocaleString('en-US', { maximumFractionDigits: digits });
  return unit === '/s' ? `${text}/s` : `${text} ${unit}`;
}

const toLine = (row: readonly string[], widths: readonly number[]) =>
  `| ${widths.map((width, column) => (row[column] ?? '') + ' '.repeat(Math.max(3, width) - widthOf(row[column] ?? ''))).join(' | ')} |`;

/** Width in terminal columns; Chinese characters take two. */
const widthOf = (text: string) => text.replaceAll(/[\u3000-\u9fff\uff00-\uff60]/g, '  ').length;

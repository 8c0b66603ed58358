import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { areaRules, clientRule, siblingRules, testPackages } from './import-rules.ts';
import { readImports, type Import } from './read-imports.ts';

/** Numbers of files and imports read, and every violation as `path:line message`. */
export interface Report {
  files: number;
  imports: number;
  problems: string[];
}

const SOURCE = /\.tsx?$/;
const TEST = /\.test(?:-data)?\.tsx?$/;
const EXTENSION = /\.(?:tsx?|css|json|svg|png|webp|sql|step)(?:\?\w+)?$/;

/**
 * Checks every .ts and .tsx under `<root>/src` against `import-rules.ts`, and that neither files nor the server's modules form import
 * cycles. Type-only imports count: files that need each other's types cannot be read separately. Files that do not parse are
 * problems, and so are imports that cannot be resolved statically (a computed path, require, glob).
 */
export function checkImports(root: string): Report {
  const problems: string[] = [];
  const graph = new Map<string, string[]>();
  let imports = 0;
  for (const file of sourceFiles(root)) {
    const { found, errors } = readImports(file, readFileSync(join(root, file), 'utf8'));
    problems.push(...errors.map((error) => `${file} ${error}`));
    imports += found.length;
    for (const one of found) {
      const target = resolveLocal(file, one.specifier);
      const problem =
        target === undefined ? packageProblem(file, one) : localProblem(root, file, target, one);
      if (problem) problems.push(`${file}:${one.line} ${problem}: ${one.specifier}`);
    }
    graph.set(
      file,
      found.flatMap((one) => resolveLocal(file, one.specifier) ?? []),
    );
  }
  for (const cycle of findCycles(graph)) problems.push(`cycle: ${cycle.join(' → ')}`);
  for (const { folder, privateFiles } of siblingRules)
    if (privateFiles) problems.push(...folderCycles(folder, graph));
  return { files: graph.size, imports, problems };
}

function sourceFiles(root: string): string[] {
  const src = join(root, 'src');
  if (!existsSync(src)) return [];
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => SOURCE.test(name)).map((name) => `src/${name.split(sep).join('/')}`);
}

/** The path that `#area/…` or `./…` refers to, from the package root; undefined for a package. */
function resolveLocal(file: string, specifier: string): string | undefined {
  const path = specifier.split('?')[0] ?? '';
  if (path.startsWith('#tests/')) return path.slice(1);
  if (path.startsWith('#')) return `src/${path.slice(1)}`;
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : undefined;
}

const areaOf = (file: string): string => file.split('/')[1] ?? '';

const matches = (names: readonly string[], name: string): boolean =>
  names.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name));

function packageProblem(file: string, { specifier, isType }: Import): string | undefined {
  const rule = areaRules[areaOf(file)];
  if (!rule) return 'the file is in no area of the import table';
  const parts = specifier.split('/');
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
  if (matches(rule.packages, name) || (TEST.test(file) && matches(testPackages, name))) return undefined;
  if (!matches(rule.types ?? [], name)) return `${areaOf(file)} may not import this package`;
  return isType ? undefined : `${areaOf(file)} may import only types of this package (import type)`;
}

function localProblem(
  root: string,
  file: string,
  target: string,
  { specifier, isType }: Import,
): string | undefined {
  const from = areaOf(file);
  const to = areaOf(target);
  const rule = areaRules[from];
  if (!rule) return 'the file is in no area of the import table';
  if (!EXTENSION.test(specifier)) return 'the file extension is missing';
  if (!existsSync(join(root, target))) return 'there is no such file';
  if (target.startsWith('tests/') || TEST.test(target)) {
    return TEST.test(file) ? undefined : 'only tests may import tests and their support';
  }
  if (specifier.startsWith('.') && to !== from) return 'a relative import leaves its area, use #area/…';
  const allowed = to === from || rule.areas.includes(to) || (isType && rule.types?.includes(to));
  if (!allowed) return `${from} may not import ${to}`;
  if (from === clientRule.area && clientRule.client.test(target) && !clientRule.importers.includes(file)) {
    return 'the back office calls the server by useEndpoint and useCommand';
  }
  return siblingProblem(file, target, isType);
}

function siblingProblem(file: string, target: string, isType: boolean): string | undefined {
  for (const { folder, privateFiles, layers } of siblingRules) {
    const mine = childFolder(folder, file);
    const theirs = childFolder(folder, target);
    if (layers && mine && !theirs && isUnder(folder, target) && !TEST.test(file)) {
      return `${mine} may not import the files that compose it`;
    }
    if (!mine || !theirs || mine === theirs) continue;
    if (privateFiles && (isType || !privateFiles.test(target))) continue;
    if (layers?.includes(mine) && layers.indexOf(mine) < layers.indexOf(theirs)) continue;
    return `${mine} may not import its sibling ${theirs}`;
  }
  return undefined;
}

/** Cycles of the folders directly under `folder`, each step with an import that causes it. Ignores tests. */
function folderCycles(folder: string, graph: ReadonlyMap<string, readonly string[]>): string[] {
  const steps = new Map<string, Map<string, string>>();
  for (const [file, targets] of graph) {
    const mine = childFolder(folder, file);
    if (!mine || TEST.test(file)) continue;
    const found = steps.get(mine) ?? new Map<string, string>();
    steps.set(mine, found);
    for (const target of targets) {
      const theirs = childFolder(folder, target);
      if (theirs && theirs !== mine) found.set(theirs, `${file} imports ${target}`);
    }
  }
  const folders = new Map([...steps].map(([name, found]) => [name, [...found.keys()]]));
  return findCycles(folders).map((cycle) => {
    const causes = cycle.slice(1).map((to, at) => steps.get(cycle[at] ?? '')?.get(to));
    return `cycle of ${folder}: ${cycle.join(' → ')} (${causes.join('; ')})`;
  });
}

/**
 * Cycles of an import graph (file → files it imports), each with its first file repeated at the end. Finds at least one if there are
 * any; cycles that share files may be reported as one.
 */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const path: string[] = [];

  function visit(file: string): void {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push([...path.slice(at), file]);
    if (at >= 0 || finished.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    finished.add(file);
  }

  for (const file of graph.keys()) visit(file);
  return cycles;
}

const isUnder = (folder: string, file: string): boolean => file.startsWith(`${folder}/`);

/** The folder directly under `folder` that contains the file; undefined for a file elsewhere or directly in `folder`. */
function childFolder(folder: string, file: string): string | undefined {
  if (!isUnder(folder, file)) return undefined;
  const [name, ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length > 0 ? name : undefined;
}

/** Why a report may be invalid: hardly any files were read. */
export function implausible({ files, imports }: Report): string | undefined {
  if (files === 0) return 'no file was read';
  return files >= 10 && imports < files / 2 ? `only ${imports} imports in ${files} files` : undefined;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const report = checkImports(fileURLToPath(new URL('../', import.meta.url)));
  for (const problem of report.problems) console.error(problem);
  const doubt = implausible(report);
  if (doubt) console.error(`implausible: ${doubt}`);
  console.log(`checked ${report.files} files, ${report.imports} imports, ${report.problems.length} problems`);
  process.exitCode = report.problems.length > 0 || doubt ? 1 : 0;
}

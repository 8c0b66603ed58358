import type { ProcessKey, ProcessSelections } from '#domain/pricing/types.ts';
import { isNoWork } from '#domain/process-tree/chosen-processes.ts';
import { appliesTo, processKey } from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';

/** One finish to choose: an option, or an option with one that it opens, such as 阳极氧化（黑色）. */
export interface Finish {
  text: string;
  /** The names on the way, outermost first. */
  names: readonly string[];
  selections: ProcessSelections;
}

/** The process of the table's column: the one for surfaces, else the first. */
export function finishProcess(tree: readonly ProcessNode[]): ProcessNode | undefined {
  return tree.find(({ name }) => name.includes('表面')) ?? tree[0];
}

/** The finishes of a material. */
export function finishesFor(tree: readonly ProcessNode[], materialId: number): Finish[] {
  const process = finishProcess(tree);
  if (!process || !appliesTo(process, materialId)) return [];
  return pathsFrom(process, materialId).map((path) => {
    const names = path.map(({ option }) => option.name);
    const [outer = '', ...inner] = names;
    const selections = Object.fromEntries(
      path.map(({ key, option }): [ProcessKey, number] => [key, option.id]),
    );
    return { text: inner.length === 0 ? outer : `${outer}（${inner.join('，')}）`, names, selections };
  });
}

type Step = { key: ProcessKey; option: ProcessNode };

function pathsFrom(process: ProcessNode, materialId: number): Step[][] {
  const key = processKey(process.id);
  return process.children
    .filter((option) => appliesTo(option, materialId))
    .flatMap((option) => {
      const inner = pathsFrom(option, materialId);
      return inner.length === 0 ? [[{ key, option }]] : inner.map((path) => [{ key, option }, ...path]);
    });
}

/** The chosen finish as text; the outer option alone while an inner one is missing. */
export function finishText(tree: readonly ProcessNode[], selections: Readonly<ProcessSelections>): string {
  const names: string[] = [];
  let process = finishProcess(tree);
  while (process) {
    const chosen: number | undefined = selections[processKey(process.id)];
    const option: ProcessNode | undefined = process.children.find(({ id }) => id === chosen);
    if (option) names.push(option.name);
    process = option;
  }
  const [outer = '', ...inner] = names;
  return inner.length === 0 ? outer : `${outer}（${inner.join('，')}）`;
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s()（），,、；;·+＋/-]/g, '');

/**
 * The finish that text names: by its own text, by its words in any order, such as 黑色阳极氧化, or as none. Undefined for
 * text that names none or several.
 */
export function finishNamed(
  finishes: readonly Finish[],
  text: string,
  processName: string,
): Finish | undefined {
  const wanted = plain(text);
  if (text.trim() === '') return undefined;
  // A dash is how many bills write none.
  if (['', '无', '不处理'].includes(wanted))
    return finishes.find(({ names: [name = ''] }) => isNoWork({ processName, optionName: name }));
  const exact = finishes.find((finish) => plain(finish.text) === wanted);
  if (exact) return exact;
  const found = finishes.filter(({ names }) => isMadeOf(wanted, names.map(plain)));
  return found.length === 1 ? found[0] : undefined;
}

function isMadeOf(text: string, words: readonly string[]): boolean {
  let rest = text;
  for (const word of words) {
    if (!rest.includes(word)) return false;
    rest = rest.replace(word, '');
  }
  return rest === '' || rest === '处理';
}

/** The selections with another finish; those inside the previous one are removed. */
export function withFinish(
  tree: readonly ProcessNode[],
  selections: Readonly<ProcessSelections>,
  finish: Finish | undefined,
): ProcessSelections {
  const kept: ProcessSelections = { ...selections };
  let process = finishProcess(tree);
  while (process) {
    const key: ProcessKey = processKey(process.id);
    const chosen: number | undefined = kept[key];
    delete kept[key];
    process = process.children.find(({ id }) => id === chosen);
  }
  return { ...kept, ...finish?.selections };
}

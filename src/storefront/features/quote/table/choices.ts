import type { ProcessKey, ProcessSelections } from '#domain/pricing/types.ts';
import { isNoWork } from '#domain/process-tree/chosen-processes.ts';
import { appliesTo, processKey } from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { coversThreads, isMadeOf, isNone, partsOfName, wordsOf } from './choice-words.ts';

/** One choice of a process: an option, or an option with one that it opens, such as 阳极氧化（黑色）. */
export interface Choice {
  text: string;
  /** The names on the way, outermost first. */
  names: readonly string[];
  selections: ProcessSelections;
}

/** The process for surfaces, else the first: its column is always shown. */
export function finishProcess(tree: readonly ProcessNode[]): ProcessNode | undefined {
  return tree.find(({ name }) => /表面(?!粗糙)/.test(name)) ?? tree[0];
}

const known = new WeakMap<ProcessNode, Map<number, Choice[]>>();

/** The choices that a process offers for a material; computed once, because each cell of a bill needs them. */
export function choicesFor(process: ProcessNode | undefined, materialId: number | null): Choice[] {
  if (!process || materialId === null) return [];
  const ofMaterials = known.get(process) ?? new Map<number, Choice[]>();
  known.set(process, ofMaterials);
  const choices = ofMaterials.get(materialId) ?? offered(process, materialId);
  ofMaterials.set(materialId, choices);
  return choices;
}

function offered(process: ProcessNode, materialId: number): Choice[] {
  if (!appliesTo(process, materialId)) return [];
  return pathsFrom(process, materialId).map((path) => {
    const names = path.map(({ option }) => option.name);
    const selections = Object.fromEntries(
      path.map(({ key, option }): [ProcessKey, number] => [key, option.id]),
    );
    return { text: textOf(names), names, selections };
  });
}

function textOf([outer = '', ...inner]: readonly string[]): string {
  return inner.length === 0 ? outer : `${outer}（${inner.join('，')}）`;
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

/** The choices of a process and those nested in it: ids by process, outermost first. */
function chosenOf(process: ProcessNode | undefined, selections: Readonly<ProcessSelections>): Step[] {
  const steps: Step[] = [];
  for (let next = process; next;) {
    const key = processKey(next.id);
    const chosen = selections[key];
    const option: ProcessNode | undefined = next.children.find(({ id }) => id === chosen);
    if (option) steps.push({ key, option });
    next = option;
  }
  return steps;
}

/** The fields of a process and of those within it that are open: where its errors are. */
export const fieldsOf = (process: ProcessNode, selections: Readonly<ProcessSelections>): ProcessKey[] => [
  processKey(process.id),
  ...chosenOf(process, selections).map(({ option }) => processKey(option.id)),
];

/** The choices as text; only the outer option while an inner one is missing. */
export const choiceText = (
  process: ProcessNode | undefined,
  selections: Readonly<ProcessSelections>,
): string => textOf(chosenOf(process, selections).map(({ option }) => option.name));

/** The selections with another choice of the process; those inside the previous one are removed. */
export function withChoice(
  process: ProcessNode | undefined,
  selections: Readonly<ProcessSelections>,
  choice: Choice | undefined,
): ProcessSelections {
  const kept: ProcessSelections = { ...selections };
  if (process) delete kept[processKey(process.id)];
  for (const { key } of chosenOf(process, selections)) delete kept[key];
  return { ...kept, ...choice?.selections };
}

/**
 * The choice that text names: by its own text, by its words in any order, such as 黑色阳极氧化, by threads that it covers, or as
 * none. Undefined for text that names none or several.
 */
export function choiceNamed(
  choices: readonly Choice[],
  text: string,
  processName: string,
): Choice | undefined {
  if (text.trim() === '' || text.length > MAX_TEXT) return undefined;
  if (isNone(text, processName))
    return choices.find(({ names: [name = ''] }) => isNoWork({ processName, optionName: name }));
  const wanted = wordsOf(text);
  const readings: ((choice: Choice) => boolean)[] = [
    (choice) => wordsOf(choice.text) === wanted,
    ({ names }) => isNamed(names, wanted),
    ({ text: name }) => USUAL.test(text.trim()) && /^(?:标准|常规|普通)/.test(name),
    ({ names: [name = ''] }) => coversThreads(name, text) === true,
  ];
  for (const isMeant of readings) {
    const found = choices.filter(isMeant);
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

/** Longer text names no choice. */
const MAX_TEXT = 120;

/** 标准 only, where one option begins with it: 标准出厂检验, 标准包装. */
const USUAL = /^(?:标准|常规|普通)$/;

/** Colours belong to many options: a colour by itself names none. */
const COLOUR = /色|透明|[黑白灰红金银]$/;

function isNamed(names: readonly string[], wanted: string): boolean {
  const parts = names.map(partsOfName);
  const needed = parts.flatMap((part) => part.needed);
  const explaining = parts.flatMap((part) => part.explaining);
  if (needed.length > 0 && isMadeOf(wanted, needed, explaining)) return true;
  // CMM, FAI and HRC28–32 explain one option, and 蓝白锌 is one of 镀锌.
  const innermost = names.length > 1 ? wordsOf(names.at(-1) ?? '') : '';
  return (
    explaining.some((word) => word === wanted && /^[a-z]/.test(word)) ||
    (innermost !== '' && !COLOUR.test(innermost) && isMadeOf(wanted, [innermost]))
  );
}

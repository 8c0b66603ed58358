import type { ProcessKey, ProcessSelections } from '#domain/pricing/types.ts';
import { needsNoWork } from '#domain/process-tree/chosen-processes.ts';
import { appliesTo, processKey } from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { coversThreads, consistsOf, meansNone, partsOfName, normalizeChoice } from './choice-words.ts';

/** An option of a process, or an option with a nested one, such as 阳极氧化（黑色）. */
export interface Choice {
  text: string;
  /** The names of the options, outermost first. */
  names: readonly string[];
  selections: ProcessSelections;
}

/** The surface finish, or else the first process: its column is always shown. */
export function findFinishProcess(tree: readonly ProcessNode[]): ProcessNode | undefined {
  return tree.find(({ name }) => /表面(?!粗糙)/.test(name)) ?? tree[0];
}

const cache = new WeakMap<ProcessNode, Map<number, Choice[]>>();

/** The choices that a process offers for a material; cached, because each cell of a list needs them. */
export function choicesFor(process: ProcessNode | undefined, materialId: number | null): Choice[] {
  if (!process || materialId === null) return [];
  const byMaterial = cache.get(process) ?? new Map<number, Choice[]>();
  cache.set(process, byMaterial);
  const choices = byMaterial.get(materialId) ?? listChoices(process, materialId);
  byMaterial.set(materialId, choices);
  return choices;
}

function listChoices(process: ProcessNode, materialId: number): Choice[] {
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

/** The chosen options of a process and of those nested in it, outermost first. */
function chosenSteps(process: ProcessNode | undefined, selections: Readonly<ProcessSelections>): Step[] {
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

/** The fields that may hold errors of a process: its own and those nested under the chosen options. */
export const fieldsOf = (process: ProcessNode, selections: Readonly<ProcessSelections>): ProcessKey[] => [
  processKey(process.id),
  ...chosenSteps(process, selections).map(({ option }) => processKey(option.id)),
];

/** The choice as text; only the outer option while an inner one is missing. */
export const choiceText = (
  process: ProcessNode | undefined,
  selections: Readonly<ProcessSelections>,
): string => textOf(chosenSteps(process, selections).map(({ option }) => option.name));

/** Replaces the choice of a process, with everything nested in the previous one. */
export function withChoice(
  process: ProcessNode | undefined,
  selections: Readonly<ProcessSelections>,
  choice: Choice | undefined,
): ProcessSelections {
  const next: ProcessSelections = { ...selections };
  if (process) delete next[processKey(process.id)];
  for (const { key } of chosenSteps(process, selections)) delete next[key];
  return { ...next, ...choice?.selections };
}

/**
 * Finds the choice that text means: by the choice's own text, by its words in any order (黑色阳极氧化), by the threads that it covers,
 * or as “none”. Undefined for text that matches no choice, or several.
 */
export function findChoice(
  choices: readonly Choice[],
  text: string,
  processName: string,
): Choice | undefined {
  if (text.trim() === '' || text.length > MAX_TEXT) return undefined;
  if (meansNone(text, processName))
    return choices.find(({ names: [name = ''] }) => needsNoWork({ processName, optionName: name }));
  const normalized = normalizeChoice(text);
  const matchers: ((choice: Choice) => boolean)[] = [
    (choice) => normalizeChoice(choice.text) === normalized,
    ({ names }) => matchesWords(names, normalized),
    ({ text: name }) => STANDARD_WORD.test(text.trim()) && /^(?:标准|常规|普通)/.test(name),
    ({ names: [name = ''] }) => coversThreads(name, text) === true,
  ];
  for (const matches of matchers) {
    const matching = choices.filter(matches);
    if (matching.length > 0) return matching.length === 1 ? matching[0] : undefined;
  }
  return undefined;
}

/** Longer text is not matched. */
const MAX_TEXT = 120;

/** Such a word alone means the one option that begins with one: 标准出厂检验, 标准包装. */
const STANDARD_WORD = /^(?:标准|常规|普通)$/;

/** A colour alone matches no choice, because many options have one. */
const COLOUR = /色|透明|[黑白灰红金银]$/;

function matchesWords(names: readonly string[], normalized: string): boolean {
  const parts = names.map(partsOfName);
  const needed = parts.flatMap((part) => part.needed);
  const explanatory = parts.flatMap((part) => part.explanatory);
  if (needed.length > 0 && consistsOf(normalized, needed, explanatory)) return true;
  // Explanatory words such as CMM or HRC28–32 and inner options such as 蓝白锌 are unambiguous.
  const innermost = names.length > 1 ? normalizeChoice(names.at(-1) ?? '') : '';
  return (
    explanatory.some((word) => word === normalized && /^[a-z]/.test(word)) ||
    (innermost !== '' && !COLOUR.test(innermost) && consistsOf(normalized, [innermost]))
  );
}

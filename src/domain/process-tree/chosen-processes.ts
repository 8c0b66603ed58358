/** A selected option, with its names at the time of the order. Documents store only the names, so the ids are optional. */
export interface Choice {
  readonly processName: string;
  readonly optionName: string;
  readonly processId?: number;
  readonly optionId?: number;
}

/** A process as text: `表面处理`, `阳极氧化（黑色）`. */
export interface ChosenProcess {
  readonly process: string;
  readonly option: string;
}

/**
 * The processes of an ordered part. A nested choice, whose process has the name of the outer option, is merged into the
 * outer choice: 阳极氧化 → 黑色 becomes 阳极氧化（黑色）. Options without work are left out.
 */
export function chosenProcesses(choices: readonly Choice[]): ChosenProcess[] {
  const inner = new Map<Choice, Choice>();
  for (const choice of choices) {
    // Names may form a cycle.
    const chain = chainFrom(choice, inner);
    const outer = choices.find(
      (other) => !chain.includes(other) && !inner.has(other) && hasNested(other, choice),
    );
    if (outer) inner.set(outer, choice);
  }
  const merged = new Set(inner.values());
  return choices
    .filter((choice) => !merged.has(choice) && !needsNoWork(choice))
    .map((choice) => ({ process: choice.processName, option: withInner(choice, inner) }));
}

/** The processes as texts: `公差 GB/T 1804-m`. */
export const processTexts = (choices: readonly Choice[]): string[] =>
  chosenProcesses(choices).map(({ process, option }) => `${process} ${option}`);

/** The processes in one line: `表面处理 阳极氧化（黑色）；公差 GB/T 1804-m`. */
export const processesLine = (choices: readonly Choice[]): string => processTexts(choices).join('；');

const hasNested = (outer: Choice, choice: Choice) =>
  outer.optionId !== undefined && choice.processId !== undefined
    ? outer.optionId === choice.processId
    : outer.optionName === choice.processName;

/** The choice and its nested choices. */
function chainFrom(choice: Choice, inner: ReadonlyMap<Choice, Choice>): Choice[] {
  const chain: Choice[] = [];
  for (let next: Choice | undefined = choice; next; next = inner.get(next)) chain.push(next);
  return chain;
}

function withInner(choice: Choice, inner: ReadonlyMap<Choice, Choice>): string {
  const [outermost = '', ...nested] = chainFrom(choice, inner).map(({ optionName }) => optionName);
  return nested.length === 0 ? outermost : `${outermost}（${nested.join('，')}）`;
}

/** True for 无, 无（保留刀纹）, and 无螺纹 of the process 螺纹; false for 无电解镀镍. */
export function needsNoWork({ processName, optionName }: Choice): boolean {
  const name = optionName.replace(/[（(].*$/, '').trim();
  return name === `无${processName}` || NO_WORK.has(name);
}

const NO_WORK: ReadonlySet<string> = new Set(['无', '无需', '不需要', '不做']);

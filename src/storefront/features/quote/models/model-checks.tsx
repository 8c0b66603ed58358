import { useMemo, useState } from 'react';
import { checkHelp } from '#geometry/checks/check-help.ts';
import { checkSentence, isPlain } from '#geometry/checks/check-sentences.ts';
import type { Check } from '#geometry/checks/checks.ts';
import { Button } from '#storefront/ui/button.tsx';
import { isSameConfiguration, type PartDraft, type PartFields } from '../draft/draft.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import { SIZE_FIELDS } from '../draft/size-text.ts';
import { adviceOn, type Advice, type Advised } from './advice.ts';
import styles from './model-panel.module.css';

interface ModelChecksProps {
  checks: readonly Check[];
  /** What was not checked; empty when everything was. */
  unchecked: string;
  /** The part, to price it after an advice is taken. */
  advised: Advised;
  dispatch: Dispatch;
  /** The check whose faces are coloured until another is chosen. */
  chosen: Check['code'] | undefined;
  /** Colours the faces of a check while the pointer or the focus is on it. */
  onPoint: (code: Check['code'] | undefined) => void;
  onChoose: (code: Check['code'] | undefined) => void;
}

/** The findings of the checks, those that need a review first. */
export function ModelChecks({ checks, unchecked, advised, dispatch, ...marking }: ModelChecksProps) {
  const advice = useMemo(
    () => new Map(checks.map((check) => [check, adviceOn(check, advised)])),
    [checks, advised],
  );
  const { taken, take, undo } = useTaken(advised.part, dispatch);
  const found = checks.filter((check) => !isPlain(check));
  const plain = checks.filter(isPlain).map(checkSentence);
  const sorted = found.toSorted((a, b) => Number(b.severity === 'hold') - Number(a.severity === 'hold'));
  return (
    <>
      {taken !== undefined && (
        <p role="status" className={styles.taken}>
          已采用：{taken}
          <Button size="small" onClick={undo}>
            撤销采用
          </Button>
        </p>
      )}
      {sorted.length > 0 && (
        <ul className={styles.checks} aria-label="加工提示">
          {sorted.map((check) => (
            <li key={check.code} data-severity={check.severity}>
              <CheckText check={check} {...marking} />
              <Help help={checkHelp(check)} advice={advice.get(check) ?? []} onTake={take} />
            </li>
          ))}
        </ul>
      )}
      {plain.length > 0 && <p className={styles.plain}>{plain.join(' · ')}</p>}
      {unchecked && <p className={styles.plain}>{unchecked}</p>}
    </>
  );
}

interface HelpProps {
  help: string;
  advice: readonly Advice[];
  onTake: (advice: Advice) => void;
}

/** An advice, its effect on the price, and a button that takes it where it changes the quotation. */
function Help({ help, advice, onTake }: HelpProps) {
  return (
    <>
      <small>{[help, ...advice.map(({ text }) => text)].filter(Boolean).join('；')}</small>
      {advice.map((one) =>
        one.change === undefined ? null : (
          <Button
            key={one.change}
            size="small"
            variant="ghost"
            aria-label={`采用：${one.change}`}
            onClick={() => onTake(one)}
          >
            采用
          </Button>
        ),
      )}
    </>
  );
}

/** Takes an advice; undoes it while the part has not changed since. */
function useTaken(part: PartDraft, dispatch: Dispatch) {
  const [last, setLast] = useState<{ before: PartFields; after: PartFields; change: string }>();
  const set = (fields: PartFields) =>
    dispatch({ type: 'bulkSet', fields: new Map([[part.key, fields]]), added: [] });
  const isAsTaken = last !== undefined && isSameChoice(part, last.after);
  return {
    taken: isAsTaken ? last.change : undefined,
    take: ({ parts: [after], change = '' }: Advice) => {
      if (!after) return;
      set(after);
      setLast({ before: part, after, change });
    },
    undo: () => {
      if (last) set({ ...part, ...choiceOf(last.before) });
    },
  };
}

const choiceOf = ({ selections, modelFile, length, width, height }: PartFields) => ({
  selections,
  length,
  width,
  height,
  ...(modelFile && { modelFile }),
});

const isSameChoice = (a: PartFields, b: PartFields): boolean =>
  isSameConfiguration(a, b) &&
  a.modelFile?.factor === b.modelFile?.factor &&
  SIZE_FIELDS.every((field) => a[field] === b[field]);

/** A check with faces is a button that shows them. */
function CheckText({
  check,
  chosen,
  onPoint,
  onChoose,
}: Omit<ModelChecksProps, 'checks' | 'unchecked' | 'advised' | 'dispatch'> & { check: Check }) {
  const sentence =
    checkSentence(check) + (check.severity === 'hold' ? '，所示价格供参考，提交后由我们核对' : '');
  if (check.faces.length === 0) return <span>{sentence}</span>;
  const isChosen = check.code === chosen;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title="在三维中查看"
      onClick={() => onChoose(isChosen ? undefined : check.code)}
      onMouseEnter={() => onPoint(check.code)}
      onMouseLeave={() => onPoint(undefined)}
      onFocus={() => onPoint(check.code)}
      onBlur={() => onPoint(undefined)}
    >
      {sentence}
    </button>
  );
}

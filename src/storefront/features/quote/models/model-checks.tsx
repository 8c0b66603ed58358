import { useMemo, useState } from 'react';
import { checkHelp } from '#geometry/checks/check-help.ts';
import { checkSentence, isInformational } from '#geometry/checks/check-sentences.ts';
import type { Check } from '#geometry/checks/checks.ts';
import { Button } from '#storefront/ui/button.tsx';
import { isSameConfiguration, type PartDraft, type PartFields } from '../draft/draft.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import { SIZE_FIELDS } from '../draft/size-text.ts';
import { adviceFor, type Advice, type AdviceContext } from './advice.ts';
import styles from './model-panel.module.css';

interface ModelChecksProps {
  checks: readonly Check[];
  /** Sentence about what was not checked; empty if everything was. */
  unchecked: string;
  context: AdviceContext;
  dispatch: Dispatch;
  /** The selected check, whose faces are coloured. */
  selected: Check['code'] | undefined;
  /** Called when the pointer or the focus enters or leaves a check. */
  onHover: (code: Check['code'] | undefined) => void;
  onSelect: (code: Check['code'] | undefined) => void;
}

/** The findings of the checks; those that need a review come first. */
export function ModelChecks({ checks, unchecked, context, dispatch, ...highlighting }: ModelChecksProps) {
  const advice = useMemo(
    () => new Map(checks.map((check) => [check, adviceFor(check, context)])),
    [checks, context],
  );
  const { applied, apply, undo } = useAppliedAdvice(context.part, dispatch);
  const findings = checks.filter((check) => !isInformational(check));
  const informational = checks.filter(isInformational).map(checkSentence);
  const sorted = findings.toSorted((a, b) => Number(b.severity === 'hold') - Number(a.severity === 'hold'));
  return (
    <>
      {applied !== undefined && (
        <p role="status" className={styles.applied}>
          已采用：{applied}
          <Button size="small" onClick={undo}>
            撤销采用
          </Button>
        </p>
      )}
      {sorted.length > 0 && (
        <ul className={styles.checks} aria-label="加工提示">
          {sorted.map((check) => (
            <li key={check.code} data-severity={check.severity}>
              <CheckText check={check} {...highlighting} />
              <Help help={checkHelp(check)} advice={advice.get(check) ?? []} onApply={apply} />
            </li>
          ))}
        </ul>
      )}
      {informational.length > 0 && <p className={styles.plain}>{informational.join(' · ')}</p>}
      {unchecked && <p className={styles.plain}>{unchecked}</p>}
    </>
  );
}

interface HelpProps {
  help: string;
  advice: readonly Advice[];
  onApply: (advice: Advice) => void;
}

function Help({ help, advice, onApply }: HelpProps) {
  return (
    <>
      <small>{[help, ...advice.map(({ text }) => text)].filter(Boolean).join('；')}</small>
      {advice.map((suggestion) =>
        suggestion.change === undefined ? null : (
          <Button
            key={suggestion.change}
            size="small"
            variant="ghost"
            aria-label={`采用：${suggestion.change}`}
            onClick={() => onApply(suggestion)}
          >
            采用
          </Button>
        ),
      )}
    </>
  );
}

/** Applies a piece of advice, and undoes it unless the part has changed since. */
function useAppliedAdvice(part: PartDraft, dispatch: Dispatch) {
  const [last, setLast] = useState<{ before: PartFields; after: PartFields; change: string }>();
  const set = (fields: PartFields) =>
    dispatch({ type: 'bulkSet', fields: new Map([[part.key, fields]]), added: [] });
  const isInEffect = last !== undefined && isSameChoice(part, last.after);
  return {
    applied: isInEffect ? last.change : undefined,
    apply: ({ parts: [after], change = '' }: Advice) => {
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

/** A button that shows the faces of the check, if it has any. */
function CheckText({
  check,
  selected,
  onHover,
  onSelect,
}: Pick<ModelChecksProps, 'selected' | 'onHover' | 'onSelect'> & { check: Check }) {
  const sentence =
    checkSentence(check) + (check.severity === 'hold' ? '，所示价格供参考，提交后由我们核对' : '');
  if (check.faces.length === 0) return <span>{sentence}</span>;
  const isSelected = check.code === selected;
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      title="在三维中查看"
      onClick={() => onSelect(isSelected ? undefined : check.code)}
      onMouseEnter={() => onHover(check.code)}
      onMouseLeave={() => onHover(undefined)}
      onFocus={() => onHover(check.code)}
      onBlur={() => onHover(undefined)}
    >
      {sentence}
    </button>
  );
}

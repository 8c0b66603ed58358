import { checkHelp } from '#geometry/check-help.ts';
import { checkSentence, isPlain } from '#geometry/check-sentences.ts';
import type { Check } from '#geometry/checks.ts';
import styles from './model-panel.module.css';

interface ModelChecksProps {
  checks: readonly Check[];
  /** What a piece costs less once the check is helped; empty where the price does not depend on it. */
  savingOf: (check: Check) => string;
  /** The check whose faces stay coloured. */
  chosen: Check['code'] | undefined;
  /** Colours the faces of a check while the pointer or the focus is on it. */
  onPoint: (code: Check['code'] | undefined) => void;
  onChoose: (code: Check['code'] | undefined) => void;
}

/** What the checks found, the holds first. */
export function ModelChecks({ checks, savingOf, ...marking }: ModelChecksProps) {
  const found = checks.filter((check) => !isPlain(check));
  const plain = checks.filter(isPlain).map(checkSentence);
  const sorted = found.toSorted((a, b) => Number(b.severity === 'hold') - Number(a.severity === 'hold'));
  return (
    <>
      {sorted.length > 0 && (
        <ul className={styles.checks} aria-label="加工提示">
          {sorted.map((check) => (
            <li key={check.code} data-severity={check.severity}>
              <CheckText check={check} {...marking} />
              <small>{[checkHelp(check), savingOf(check)].filter(Boolean).join('；改小后')}</small>
            </li>
          ))}
        </ul>
      )}
      {plain.length > 0 && <p className={styles.plain}>{plain.join(' · ')}</p>}
    </>
  );
}

/** A check with faces is a button that shows them. */
function CheckText({
  check,
  chosen,
  onPoint,
  onChoose,
}: Omit<ModelChecksProps, 'checks' | 'savingOf'> & { check: Check }) {
  const sentence =
    checkSentence(check) + (check.severity === 'hold' ? '，所示价格供参考，下单后由我们核对' : '');
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

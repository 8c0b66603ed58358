import { memo, type KeyboardEvent } from 'react';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatFen } from '#domain/money.ts';
import type { Rung } from '#domain/pricing/types.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import styles from './quantity-ladder.module.css';

interface QuantityLadderProps {
  partKey: string;
  rungs: readonly Rung[];
  num: number;
  dispatch: Dispatch;
}

/** Unit prices at other quantities; a click selects that quantity. Tab reaches one of them, arrow keys the others. */
export function QuantityLadder({ partKey, rungs, num, dispatch }: QuantityLadderProps) {
  const tabStop = Math.max(
    0,
    rungs.findIndex((rung) => rung.num === num),
  );
  return (
    <div className={styles.ladder}>
      <span className={styles.title} aria-hidden="true">
        <span>数量阶梯</span>
        <br />
        <span>每件约</span>
      </span>
      <ul className={styles.rungs} aria-label="阶梯价">
        {rungs.map((rung, index) => (
          <LadderRung
            key={rung.num}
            {...rung}
            isCurrent={rung.num === num}
            isTabStop={index === tabStop}
            partKey={partKey}
            dispatch={dispatch}
          />
        ))}
      </ul>
    </div>
  );
}

interface LadderRungProps extends Rung, Pick<QuantityLadderProps, 'partKey' | 'dispatch'> {
  isCurrent: boolean;
  isTabStop: boolean;
}

function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const rungs = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])];
  const next = step && rungs[rungs.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Has only primitive props, so that typing a quantity does not re-render the unchanged rungs. */
const LadderRung = memo(function LadderRung(props: LadderRungProps) {
  const { num, piecePriceFen, subTotalFen, deliveryDays, isCurrent, isTabStop, partKey, dispatch } = props;
  const price = formatFen(piecePriceFen);
  return (
    <li className={isCurrent ? styles.current : undefined}>
      <button
        type="button"
        className={styles.rung}
        tabIndex={isTabStop ? 0 : -1}
        onKeyDown={moveFocus}
        aria-pressed={isCurrent}
        aria-label={`${num} 件 ${price} 每件，小计 ${formatFen(subTotalFen)}，${workingDaysText(deliveryDays)}`}
        onClick={() => dispatch({ type: 'typed', key: partKey, field: 'num', text: String(num) })}
      >
        <span className={styles.num}>{num} 件</span>
        <span>{price}</span>
      </button>
    </li>
  );
});

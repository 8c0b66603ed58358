import { memo, type KeyboardEvent } from 'react';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatFen, type Fen } from '#domain/money.ts';
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
  const stop = Math.max(
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
            num={rung.num}
            pieceFen={rung.piecePriceFen}
            subTotalFen={rung.subTotalFen}
            days={rung.deliveryDays}
            isCurrent={rung.num === num}
            isStop={index === stop}
            partKey={partKey}
            dispatch={dispatch}
          />
        ))}
      </ul>
    </div>
  );
}

interface LadderRungProps {
  num: number;
  pieceFen: Fen;
  subTotalFen: Fen;
  days: number;
  isCurrent: boolean;
  isStop: boolean;
  partKey: string;
  dispatch: Dispatch;
}

function moveAlong(event: KeyboardEvent<HTMLButtonElement>): void {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const rungs = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])];
  const next = by && rungs[rungs.indexOf(event.currentTarget) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Takes primitive props, so that typing another quantity does not re-render the fixed rungs. */
const LadderRung = memo(function LadderRung(props: LadderRungProps) {
  const { num, pieceFen, subTotalFen, days, isCurrent, isStop, partKey, dispatch } = props;
  const price = formatFen(pieceFen);
  return (
    <li className={isCurrent ? styles.current : undefined}>
      <button
        type="button"
        className={styles.rung}
        tabIndex={isStop ? 0 : -1}
        onKeyDown={moveAlong}
        aria-pressed={isCurrent}
        aria-label={`${num} 件 ${price} 每件，小计 ${formatFen(subTotalFen)}，${workingDaysText(days)}`}
        onClick={() => dispatch({ type: 'typed', key: partKey, field: 'num', text: String(num) })}
      >
        <span className={styles.num}>{num} 件</span>
        <span>{price}</span>
      </button>
    </li>
  );
});

import { memo } from 'react';
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

/** Unit prices at other quantities; a click selects that quantity. */
export function QuantityLadder({ partKey, rungs, num, dispatch }: QuantityLadderProps) {
  return (
    <div className={styles.ladder}>
      <span className={styles.title} aria-hidden="true">
        <span>数量阶梯</span>
        <br />
        <span>每件约</span>
      </span>
      <ul className={styles.rungs} aria-label="阶梯价">
        {rungs.map((rung) => (
          <LadderRung
            key={rung.num}
            num={rung.num}
            pieceFen={rung.piecePriceFen}
            subTotalFen={rung.subTotalFen}
            days={rung.deliveryDays}
            isCurrent={rung.num === num}
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
  partKey: string;
  dispatch: Dispatch;
}

/** Takes primitive props, so that typing another quantity does not re-render the fixed rungs. */
const LadderRung = memo(function LadderRung(props: LadderRungProps) {
  const { num, pieceFen, subTotalFen, days, isCurrent, partKey, dispatch } = props;
  const price = formatFen(pieceFen);
  return (
    <li className={isCurrent ? styles.current : undefined}>
      <button
        type="button"
        className={styles.rung}
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

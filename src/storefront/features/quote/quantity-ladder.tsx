import { memo } from 'react';
import type { Rung } from '#domain/pricing/types.ts';
import { moneyText } from '#storefront/ui/money.tsx';
import type { Dispatch } from './quote-state.ts';
import styles from './quantity-ladder.module.css';

interface QuantityLadderProps {
  partKey: string;
  rungs: readonly Rung[];
  num: number;
  dispatch: Dispatch;
}

/** What a piece would cost at other quantities; a click takes that quantity. */
export function QuantityLadder({ partKey, rungs, num, dispatch }: QuantityLadderProps) {
  return (
    <div className={styles.ladder}>
      <span className={styles.title} aria-hidden="true">
        数量阶梯
      </span>
      <ul className={styles.rungs} aria-label="阶梯价">
        {rungs.map((rung) => (
          <LadderRung
            key={rung.num}
            num={rung.num}
            unitPrice={rung.unit_price}
            subTotal={rung.sub_total}
            days={rung.delivery_time}
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
  unitPrice: number;
  subTotal: number;
  days: number;
  isCurrent: boolean;
  partKey: string;
  dispatch: Dispatch;
}

/** Takes plain figures, so that typing another quantity leaves the fixed rungs as they are. */
const LadderRung = memo(function LadderRung(props: LadderRungProps) {
  const { num, unitPrice, subTotal, days, isCurrent, partKey, dispatch } = props;
  const price = moneyText(unitPrice);
  return (
    <li className={isCurrent ? styles.current : undefined}>
      <button
        type="button"
        className={styles.rung}
        aria-pressed={isCurrent}
        aria-label={`${num} 件，每件 ${price}，小计 ${moneyText(subTotal)}，${days} 天`}
        onClick={() => dispatch({ type: 'typed', key: partKey, field: 'num', text: String(num) })}
      >
        <span className={styles.num}>{num} 件</span>
        <span>{price}</span>
      </button>
    </li>
  );
});

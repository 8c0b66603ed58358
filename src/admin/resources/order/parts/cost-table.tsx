import { formatYuan, type Fen } from '#domain/money.ts';
import { amountText, factorDetail, factorName, lineCostText, type LineCost } from './order-cost.ts';
import styles from '../order.module.css';

interface Props {
  cost: LineCost;
  /** The line's price; null if it has none. */
  fen: Fen | null;
  title: string;
}

export function CostTable({ cost, fen, title }: Props) {
  return (
    <table className={styles.trace} aria-label={`${title}的成本构成`}>
      <thead>
        <tr>
          <th scope="col">成本（仅内部可见）</th>
          <th scope="col">全部件数</th>
        </tr>
      </thead>
      <tbody>
        {cost.factors.map((factor) => (
          <tr key={`${factor.kind} ${factor.optionId}`}>
            <th scope="row">
              {factorName(factor)}
              {factorDetail(factor) === undefined ? null : (
                <small className={styles.detail}>{factorDetail(factor)}</small>
              )}
            </th>
            <td>{amountText(factor.amount)}</td>
          </tr>
        ))}
        <tr data-sum>
          <th scope="row">
            合计
            <small className={styles.detail}>
              {lineCostText(cost, fen)}
              {cost.charged > 0 ? `，含按模型的附加费 ${formatYuan(cost.charged)}` : null}
            </small>
          </th>
          <td>{amountText(cost.cost)}</td>
        </tr>
      </tbody>
    </table>
  );
}

import { isMeasuredByServer } from '../../draft/part-model.ts';
import type { QuoteSummary } from '../../draft/price-draft.ts';
import type { Dispatch } from '../../draft/quote-actions.ts';
import { PartReasons } from '../../parts/part-reasons.tsx';
import styles from './summary-reasons.module.css';

interface SummaryReasonsProps {
  summary: QuoteSummary;
  dispatch: Dispatch;
}

/** Why the price is not binding yet: how many parts await staff, and which review rules apply to the whole order. */
export function SummaryReasons({
  summary: {
    lines,
    partCount,
    incompleteCount,
    unpricedCount,
    reviewCount,
    toCheckCount,
    checkingCount,
    reviewReasons,
  },
  dispatch,
}: SummaryReasonsProps) {
  const forStaffCount = unpricedCount + reviewCount;
  if (forStaffCount + reviewReasons.length + toCheckCount + checkingCount === 0) return null;
  const serverMeasuredLines = lines.filter(
    ({ part, subTotalFen }) => subTotalFen !== undefined && isMeasuredByServer(part),
  );
  const automaticCount = partCount - incompleteCount - forStaffCount;
  return (
    <div className={styles.reasons}>
      {reviewReasons.length > 0 && (
        <PartReasons
          reviewReasons={reviewReasons}
          keyOf={(lineNo) => lines[lineNo - 1]?.part.key}
          dispatch={dispatch}
        />
      )}
      {forStaffCount > 0 && (
        <p className={styles.counts}>
          {automaticCount > 0
            ? `${automaticCount} 种自动报价，${forStaffCount} 种待人工报价`
            : `${forStaffCount} 种待人工报价`}
        </p>
      )}
      {forStaffCount === 0 && toCheckCount > 0 && (
        <p className={styles.counts}>{toCheckCount} 个零件的模型需人工核对：参考价，核对后生效</p>
      )}
      {checkingCount > serverMeasuredLines.length && (
        <p className={styles.counts}>正在核对 {checkingCount - serverMeasuredLines.length} 个零件的模型</p>
      )}
      {serverMeasuredLines.length > 0 && (
        <p className={styles.counts}>
          {serverMeasuredLines.length} 个零件的模型由服务器测量，量出之前价格待核对
        </p>
      )}
    </div>
  );
}

import type { QuoteSummary } from '../../draft/price-draft.ts';
import type { Dispatch } from '../../draft/quote-actions.ts';
import { PartGates } from '../../parts/part-gates.tsx';
import styles from './summary-gates.module.css';

interface SummaryGatesProps {
  summary: QuoteSummary;
  dispatch: Dispatch;
}

/** Why the price is for reference: how many parts staff look at, before an offer or after the order, and what holds all of them. */
export function SummaryGates({
  summary: { lines, kinds, incomplete, open, held, toCheck, gates },
  dispatch,
}: SummaryGatesProps) {
  const forPerson = open + held;
  if (forPerson + gates.length + toCheck === 0) return null;
  const automatic = kinds - incomplete - forPerson;
  return (
    <div className={styles.gates}>
      {gates.length > 0 && (
        <PartGates gates={gates} keyOf={(lineNo) => lines[lineNo - 1]?.part.key} dispatch={dispatch} />
      )}
      {forPerson > 0 && (
        <p className={styles.counts}>
          {automatic > 0 ? `${automatic} 种自动报价，${forPerson} 种待人工报价` : `${forPerson} 种待人工报价`}
        </p>
      )}
      {forPerson === 0 && toCheck > 0 && (
        <p className={styles.counts}>{toCheck} 个零件的模型需人工核对：参考价，核对后生效</p>
      )}
    </div>
  );
}

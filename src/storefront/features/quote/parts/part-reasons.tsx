import type { ReviewReason } from '#domain/review/review-reasons.ts';
import { liftText } from '#domain/review/lifts.ts';
import { Button } from '#storefront/ui/button.tsx';
import { focusField } from '../draft/field-focus.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import styles from './part-reasons.module.css';

interface PartReasonsProps {
  reviewReasons: readonly ReviewReason[];
  /** The key of the part on a line; undefined if there is none. */
  keyOf: (lineNo: number) => string | undefined;
  dispatch: Dispatch;
}

/** Why a part or the quotation needs a review, and how to avoid that. */
export function PartReasons({ reviewReasons, keyOf, dispatch }: PartReasonsProps) {
  return (
    <ul className={styles.reasons} aria-label="需要人工报价">
      {reviewReasons.map((reason) => (
        <li key={`${reason.kind} ${reason.ruleId ?? 0}`}>
          <p>{reason.sentence}</p>
          {(reason.fact !== '' || reason.lift) && (
            <p className={styles.lift}>
              <span>{liftSentence(reason)}</span>
              <LiftButton reason={reason} keyOf={keyOf} dispatch={dispatch} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Such as 长 2000 mm 超过 1000 mm，分成 2 段即可自动报价. */
function liftSentence({ fact, lift, lineNo }: ReviewReason): string {
  if (!lift) return fact;
  const which = lineNo === null ? `零件 ${lift.lineNo} 的` : '';
  return [fact, `${which}${liftText(lift)}`].filter(Boolean).join('，');
}

/** A button that avoids the review; empty if that takes more than one change. */
function LiftButton({
  reason: { lift },
  keyOf,
  dispatch,
}: Omit<PartReasonsProps, 'reviewReasons'> & { reason: ReviewReason }) {
  const key = lift ? keyOf(lift.lineNo) : undefined;
  if (!lift || key === undefined || lift.kind === 'split') return null;
  if (lift.kind === 'drawing')
    return (
      <Button size="small" variant="ghost" onClick={() => focusField(key, 'fileIds')}>
        去添加图纸
      </Button>
    );
  const apply = () => dispatch({ type: 'typed', key, field: 'num', text: String(lift.num) });
  return (
    <Button size="small" onClick={apply}>
      改为 {lift.num} 件
    </Button>
  );
}

import { Alert, Input } from 'antd';
import { useId } from 'react';
import { marginPercentText } from '#domain/pricing/margin.ts';
import styles from './offer-form.module.css';

interface Props {
  /** The reduction of the automatic price. */
  reductionPercent: number;
  /** The user's limit. */
  limitPercent: number | undefined;
  marginPercent: number | null;
  /** The minimum margin; null unless the margin is below it. */
  floorPercent: number | null;
  /** The note for the approver. */
  reason: string;
  onReason: (reason: string) => void;
}

/** Warns that the offer needs approval: its discount exceeds the user's limit, or its margin is below the minimum. */
export function OfferLimit(props: Props) {
  const { reductionPercent, limitPercent, marginPercent, floorPercent, reason, onReason } = props;
  const id = useId();
  const isAboveLimit = limitPercent !== undefined && reductionPercent > limitPercent;
  const reasons = [
    ...(isAboveLimit ? [`折扣 ${reductionPercent}% 超过您的上限 ${limitPercent}%`] : []),
    ...(floorPercent === null
      ? []
      : [`毛利率 ${marginPercentText({ percent: marginPercent })} 低于最低毛利率 ${floorPercent}%`]),
  ];
  if (reasons.length === 0) {
    return limitPercent === undefined || reductionPercent === 0 ? null : (
      <p className={styles.hint}>
        折扣 {reductionPercent}%，您的上限 {limitPercent}%
      </p>
    );
  }
  return (
    <div className={styles.limit}>
      <Alert
        type="warning"
        showIcon
        title={`${reasons.join('，')}，提交后待审批`}
        description={
          isAboveLimit
            ? '折扣按整单计：折扣、低于自动报价的人工报价与少收的附加费合在一起。批准后才会发送给客户。'
            : '批准后才会发送给客户。'
        }
      />
      <label htmlFor={id}>给审批人的说明（选填，客户看不到）</label>
      <Input.TextArea
        id={id}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
      />
    </div>
  );
}

import { Alert, Input } from 'antd';
import { useId } from 'react';
import styles from './offer-form.module.css';

interface Props {
  /** By how much the offer is below the automatic price, and what its author may reduce. */
  percent: number;
  limitPercent: number;
  reason: string;
  onReason: (reason: string) => void;
}

/** The reduction beside the limit of the user; above it the offer waits for its release. */
export function OfferLimit({ percent, limitPercent, reason, onReason }: Props) {
  const id = useId();
  if (percent <= limitPercent) {
    return (
      <p className={styles.hint}>
        折扣 {percent}%，您的上限 {limitPercent}%
      </p>
    );
  }
  return (
    <div className={styles.limit}>
      <Alert
        type="warning"
        showIcon
        title={`折扣 ${percent}% 超过您的上限 ${limitPercent}%，提交后待审批`}
        description="折扣按整单计：零件折扣与低于自动报价的人工报价合在一起。批准后才会发送给客户。"
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

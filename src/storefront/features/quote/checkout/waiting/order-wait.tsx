import { Button } from '#storefront/ui/button.tsx';
import type { OrderToPlace } from '../order-to-place.ts';
import type { Checkout } from '../use-checkout.ts';
import styles from './order-wait.module.css';

interface OrderWaitProps {
  waiting: NonNullable<Checkout['waiting']>;
  /** Whether the customer can ask for a manual quote instead. */
  canRequest: boolean;
  onSubmit: (status: OrderToPlace['status']) => void;
}

/** Shows what a submitted order waits for, until its confirmation opens. */
export function OrderWait({ waiting: { status, text, isLate, stop }, canRequest, onSubmit }: OrderWaitProps) {
  return (
    <div role="status" className={styles.wait}>
      <p>
        {isLate
          ? `${text}，已经等了 3 分钟。可以继续等，完成后自动进入确认。`
          : `${text}，完成后自动进入确认。`}
      </p>
      {isLate && (
        <Button size="small" onClick={() => onSubmit(status)}>
          继续等
        </Button>
      )}
      {isLate && canRequest && (
        <Button size="small" onClick={() => onSubmit('requested')}>
          改为请人工报价
        </Button>
      )}
      <Button size="small" variant="ghost" onClick={stop}>
        先不提交
      </Button>
    </div>
  );
}

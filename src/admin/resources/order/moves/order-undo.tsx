import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { useCommand } from '../../../calls/use-command.ts';
import { useBusy } from '../../../components/use-busy.ts';
import { useOrderStatus } from '../order-status-options.ts';

interface Props {
  order: OrderWithExt;
  /** When the order was fetched, by this browser's clock. */
  fetchedAt: number;
  onChanged: () => Promise<void>;
}

/** Offers to undo the user's last move while the server allows it. */
export function OrderUndo({ order, fetchedAt, onChanged }: Props) {
  const command = useCommand();
  const statusOf = useOrderStatus();
  const { busy, whileBusy } = useBusy<'undo'>();
  const secondsLeft = useSecondsLeft(order.undo ? fetchedAt + order.undo.msLeft : 0);
  if (!order.undo || (secondsLeft <= 0 && !busy)) return null;

  const undo = () =>
    // The HTTP client shows the outcome.
    whileBusy('undo', async () => {
      try {
        await command(orders.undo, { params: { id: order.id }, body: { version: order.version } });
      } finally {
        await onChanged();
      }
    });

  return (
    <Alert
      type="info"
      showIcon
      title={`状态已变为“${statusOf(order.status).label}”，${Math.max(0, secondsLeft)} 秒内可以撤销`}
      action={
        <Button size="small" loading={busy !== undefined} onClick={() => void undo()}>
          撤销，恢复为“{statusOf(order.undo.to).label}”
        </Button>
      }
    />
  );
}

/** Counts down the whole seconds until a time of this browser's clock. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const isRunning = until > now;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return Math.ceil((until - now) / 1_000);
}

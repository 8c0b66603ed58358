import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { needsModelReview } from '#contract/files/models.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { MoveDialog } from './move-dialog.tsx';
import { moveVerbs } from './move-verbs.ts';
import styles from '../order.module.css';

interface Props {
  order: OrderWithExt;
  /** Called after a move, with a message if it conflicted with another user. */
  onChanged: (conflict?: string) => Promise<void>;
}

export function OrderMoves({ order, onChanged }: Props) {
  const [move, setMove] = useState<OrderWithExt['moves'][number]>();
  if (order.moves.length === 0) return null;
  const hasOpenModel = order.models.some(needsModelReview);
  const [forward] = order.moves.filter(({ to }) => to !== 'cancelled' && to !== 'requested');
  return (
    <section className={styles.moves} aria-label="可进行的操作">
      {order.moves.map((orderMove) => {
        const obstacle = orderMove.to === 'confirmed' && hasOpenModel ? '请先核对标出的三维模型' : undefined;
        return (
          <Tooltip key={orderMove.to} title={obstacle}>
            <Button
              type={orderMove === forward ? 'primary' : 'default'}
              danger={orderMove.to === 'cancelled'}
              disabled={obstacle !== undefined}
              aria-description={obstacle}
              onClick={() => setMove(orderMove)}
            >
              {verbOf(order, orderMove)}
            </Button>
          </Tooltip>
        );
      })}
      {move ? (
        <MoveDialog
          order={order}
          move={move}
          verb={verbOf(order, move)}
          onDone={async (conflict) => {
            setMove(undefined);
            await onChanged(conflict);
          }}
          onCancel={() => setMove(undefined)}
        />
      ) : null}
    </section>
  );
}

/** A request is not yet an order, so its cancellation has its own label. */
const verbOf = ({ status }: OrderWithExt, { to }: OrderWithExt['moves'][number]): string =>
  status === 'requested' && to === 'cancelled' ? '取消询价' : moveVerbs[to];

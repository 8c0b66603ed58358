import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { movesFrom } from '#domain/orders/moves.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/order-status.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { BulkActionsProps } from '../../../resource-kit/resource-parts.ts';
import { usePermission } from '../../../session/use-permission.ts';
import { BulkMoveDialog } from './bulk-move-dialog.tsx';
import { moveVerbs } from './move-verbs.ts';

/** Offers each move that at least one chosen order allows, with the number of those orders. */
export function BulkMoves({ rows, onChoose }: BulkActionsProps) {
  const chosen = rows as unknown as readonly Order[];
  const actor = usePermission('mfr:order:handle') ? 'staff' : 'customer';
  const [dialog, setDialog] = useState<{ to: OrderStatus; orders: readonly Order[] }>();
  const moves = ORDER_STATUSES.flatMap((to) => {
    const count = chosen.filter(({ status }) =>
      movesFrom(status, actor).some((move) => move.to === to),
    ).length;
    return count > 0 ? [{ to, count }] : [];
  });
  return (
    <>
      <Dropdown
        trigger={['click']}
        disabled={moves.length === 0}
        menu={{
          items: moves.map(({ to, count }) => ({
            key: to,
            danger: to === 'cancelled',
            label: `${moveVerbs[to]}（${count}）`,
          })),
          onClick: ({ key }) => {
            const move = moves.find(({ to }) => to === key);
            // A copy of the selection: the list may change while the dialog is open.
            if (move) setDialog({ to: move.to, orders: chosen });
          },
        }}
      >
        <Button type="primary">变更状态 {chosen.length} 项</Button>
      </Dropdown>
      {dialog ? (
        <BulkMoveDialog {...dialog} actor={actor} onChoose={onChoose} onClose={() => setDialog(undefined)} />
      ) : null}
    </>
  );
}

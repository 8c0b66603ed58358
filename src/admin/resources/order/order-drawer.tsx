import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { needsModelReview, unacknowledgedHolds } from '#contract/files/models.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { acceptsExtension, OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { shipmentText } from '#domain/orders/shipment.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import type { DrawerProps } from '../../resource-kit/define-resource.ts';
import { RecordDrawer } from '../../resource-kit/record-drawer.tsx';
import { RecordNavigation } from '../../resource-kit/record-steps.tsx';
import { Tag } from '../../field-types/tag.tsx';
import { usePermission } from '../../session/use-permission.ts';
import { Problem } from '../../components/page/problem.tsx';
import { partModelId } from './parts/part-model.tsx';
import { ExtendDialog } from './moves/extend-dialog.tsx';
import { TransferDialog } from './moves/transfer-dialog.tsx';
import { LapseDialog } from './moves/lapse-dialog.tsx';
import { OfferApproval } from './offer/offer-approval.tsx';
import { OfferForm } from './offer/offer-form.tsx';
import { OrderFacts } from './facts/order-facts.tsx';
import { OrderHistory } from './facts/order-history.tsx';
import { OrderItems } from './parts/order-items.tsx';
import { OrderMoves } from './moves/order-moves.tsx';
import { OrderMessages } from './messages/order-messages.tsx';
import { OrderRevisions } from './facts/order-revisions.tsx';
import { OrderUndo } from './moves/order-undo.tsx';
import { DESK_PATH, orderQuery, quotationUrl, useInvalidateOrder } from './order-queries.ts';
import { useOrderStatus } from './order-status-options.ts';
import styles from './order.module.css';
import { ShipmentDialog } from './moves/shipment-dialog.tsx';
import { ShopPanel } from './facts/shop-panel.tsx';

const dialogs = {
  extend: ExtendDialog,
  lapse: LapseDialog,
  transfer: TransferDialog,
  shipment: ShipmentDialog,
} as const;

const WIDTH_PX = 960;
/** At most this many of the parts to check are initially expanded. */
const MAX_EXPANDED = 3;

export function OrderDrawer({ resource, id, onClose }: DrawerProps) {
  const { data, dataUpdatedAt, isError, error } = useEndpoint(orderQuery(id));
  const problem = id === 0 ? '记录不存在' : isError ? error.message : undefined;
  return (
    <RecordDrawer
      title={data ? <Title order={data} /> : '订单'}
      size={WIDTH_PX}
      extra={<RecordNavigation resource={resource} id={id} />}
      onClose={onClose}
    >
      <div className={styles.content}>
        {problem !== undefined ? <Problem title="没有可显示的内容" text={problem} /> : null}
        {data ? <OrderBody key={data.id} order={data} fetchedAt={dataUpdatedAt} /> : null}
        {!data && problem === undefined ? <Skeleton active paragraph={{ rows: 16 }} /> : null}
      </div>
    </RecordDrawer>
  );
}

function Title({ order }: { order: OrderWithExt }) {
  const { label, color } = useOrderStatus()(order.status);
  return (
    <span className={styles.title}>
      {order.orderNo}
      <Tag color={color}>{label}</Tag>
      {order.lead ? <Tag color="blue">{order.lead.name}</Tag> : null}
      {order.status === 'quoted' && order.isExpired ? <Tag color="red">已过期</Tag> : null}
    </span>
  );
}

/** Ids of the parts with a model to check; models that block the confirmation come first. */
function findItemsToCheck({ items, models }: OrderWithExt): number[] {
  const blocking = models.filter(needsModelReview);
  const others = models.filter((model) => !needsModelReview(model) && unacknowledgedHolds(model).length > 0);
  return [...blocking, ...others].flatMap(({ lineNo }) =>
    items.filter((item) => item.lineNo === lineNo).map(({ id }) => id),
  );
}

function OrderBody({ order, fetchedAt }: { order: OrderWithExt; fetchedAt: number }) {
  const invalidateOrder = useInvalidateOrder(order.id);
  const canPrice = usePermission(OFFER_PERMISSION);
  const [conflict, setConflict] = useState<string>();
  const canEditShipment = usePermission(orders.shipment.permission);
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  const OpenDialog = dialog && dialogs[dialog];
  const itemIdsToCheck = findItemsToCheck(order);
  const blockingCount = order.models.filter(needsModelReview).length;
  const [expandedIds, setExpandedIds] = useState<readonly number[]>(() =>
    order.items.length === 1 ? order.items.map((item) => item.id) : itemIdsToCheck.slice(0, MAX_EXPANDED),
  );

  async function onChanged(message?: string) {
    setConflict(message);
    await invalidateOrder();
  }

  function showFirstModel() {
    const [first] = order.items.filter(({ id }) => id === itemIdsToCheck[0]);
    if (!first) return;
    // The panel exists only once its part is expanded.
    flushSync(() => setExpandedIds((ids) => [...new Set([...ids, first.id])]));
    const panel = document.getElementById(partModelId(first.lineNo));
    panel?.scrollIntoView({ block: 'center' });
    panel?.focus({ preventScroll: true });
  }

  const showModelsButton = (
    <Button size="small" onClick={showFirstModel}>
      查看模型
    </Button>
  );
  return (
    <>
      {conflict === undefined ? null : (
        <Alert
          type="warning"
          showIcon
          title={conflict}
          action={itemIdsToCheck.length > 0 ? showModelsButton : undefined}
          closable={{ closeIcon: true, onClose: () => setConflict(undefined) }}
        />
      )}
      {conflict === undefined && order.status === 'placed' && itemIdsToCheck.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={
            blockingCount > 0
              ? `${blockingCount} 个零件的三维模型需要核对，核对后才能确认订单`
              : `${itemIdsToCheck.length} 个零件有须人工确认的提示，确认订单时请先看过`
          }
          action={showModelsButton}
        />
      ) : null}
      {order.isExpired ? (
        <Alert
          type="warning"
          showIcon
          title="报价已过期，客户不能再按它下单"
          description={
            canPrice
              ? '您可以按原价延长有效期；客户也可在“历史报价”中按最新价格重新报价。'
              : '客户可在“历史报价”中按最新价格重新报价；您可以在下面的“沟通”中提醒客户。'
          }
        />
      ) : null}
      <OrderUndo key={order.version} order={order} fetchedAt={fetchedAt} onChanged={() => onChanged()} />
      <div className={styles.moves}>
        <OrderMoves order={order} onChanged={onChanged} />
        {order.status === 'requested' ? null : (
          <Button href={quotationUrl(order.id)} target="_blank" rel="noreferrer">
            打开报价单
          </Button>
        )}
        {order.status === 'requested' && canPrice ? (
          <>
            <Link to={`${DESK_PATH}?id=${order.id}`}>在报价台打开</Link>
            <Button onClick={() => setDialog('transfer')}>更正客户</Button>
          </>
        ) : null}
        {acceptsExtension(order.status) && canPrice ? (
          <Button onClick={() => setDialog('extend')}>延长有效期</Button>
        ) : null}
        {acceptsExtension(order.status) && order.isExpired && canPrice ? (
          <Button onClick={() => setDialog('lapse')}>登记未成交原因</Button>
        ) : null}
        {(order.status === 'shipped' || order.status === 'completed') && canEditShipment ? (
          <Button onClick={() => setDialog('shipment')}>
            {shipmentText(order) === '' ? '填写运单' : '修改运单'}
          </Button>
        ) : null}
      </div>
      {OpenDialog ? (
        <OpenDialog
          order={order}
          onDone={async (message) => {
            setDialog(undefined);
            await onChanged(message);
          }}
          onCancel={() => setDialog(undefined)}
        />
      ) : null}
      <OfferApproval order={order} onReleased={onChanged} onChanged={onChanged} />
      {order.status === 'requested' && canPrice ? <OfferForm order={order} onChanged={onChanged} /> : null}
      <OrderFacts order={order} />
      <OrderMessages order={order} />
      <ShopPanel order={order} onChanged={() => onChanged()} />
      <OrderItems order={order} expandedIds={expandedIds} onExpand={setExpandedIds} onChanged={onChanged} />
      <OrderRevisions order={order} />
      <OrderHistory order={order} />
    </>
  );
}

import { ArrowLeftOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Tag, Tooltip } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { quoteDesk, type DeskRequest } from '#contract/orders/quote-desk.ts';
import { isWithdrawal, lastReopening } from '#domain/orders/offer-history.ts';
import { formatYuan } from '#domain/money.ts';
import { dateText, timeText } from '#domain/shanghai-time.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import page from '../../components/page/page.module.css';
import { LoadError } from '../../components/page/load-error.tsx';
import { Problem } from '../../components/page/problem.tsx';
import { useBusy } from '../../components/use-busy.ts';
import { manualReason } from '../../resources/order/parts/line-text.ts';
import { TransferDialog } from '../../resources/order/moves/transfer-dialog.tsx';
import { OfferApproval } from '../../resources/order/offer/offer-approval.tsx';
import { OfferForm } from '../../resources/order/offer/offer-form.tsx';
import { OrderMoves } from '../../resources/order/moves/order-moves.tsx';
import { ORDERS_PATH, orderQuery, useInvalidateOrder } from '../../resources/order/order-queries.ts';
import { OrderVersion, useMayReadVersions } from '../../resources/order/facts/order-version.tsx';
import { OrderMessages } from '../../resources/order/messages/order-messages.tsx';
import { ShopPanel } from '../../resources/order/facts/shop-panel.tsx';
import type { UnsentOffers } from '../../resources/order/offer/unsent-offers.ts';
import { requestQuery, useRefreshDesk } from './desk-queries.ts';
import { Clock } from './desk-queue.tsx';
import { DeskPart } from './desk-part.tsx';
import styles from './quote-desk.module.css';

interface Props {
  id: number;
  /** The request's position in the filtered queue; undefined if it is not on the current page. */
  position: { number: number; count: number } | undefined;
  previous: number | undefined;
  next: number | undefined;
  unsent: UnsentOffers;
  onOpen: (id: number | undefined) => void;
  /** Opened automatically after the offer for the previous request was sent. */
  isAutoOpened: boolean;
  onAutoOpen: (id: number | undefined) => void;
}

/** A request with the offer form, next to the part being priced. */
export function DeskRequestView(props: Props) {
  const { id, position, previous, next, unsent, onOpen, isAutoOpened, onAutoOpen } = props;
  const request = useEndpoint(requestQuery(id));
  const order = useEndpoint(orderQuery(id));
  const refreshDesk = useRefreshDesk();
  const refreshOrder = useInvalidateOrder(id);
  const [conflict, setConflict] = useState<string>();
  const [lineNo, setLineNo] = useState(1);
  // Keeps an extra click meant for the previous request from sending this one's offer at the automatic price.
  const [isSendingBlocked, setIsSendingBlocked] = useState(isAutoOpened);
  const mayReadVersions = useMayReadVersions();
  const section = useRef<HTMLElement>(null);

  // Without scrolling to the top, the next request would look like the previous one with another price.
  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);

  async function refresh(message?: string) {
    setConflict(message);
    await Promise.all([refreshOrder(), refreshDesk()]);
  }

  async function onSent(message?: string) {
    if (message !== undefined) return refresh(message);
    setConflict(undefined);
    unsent.drop(id);
    onAutoOpen(next);
    await Promise.all([refreshOrder(), refreshDesk(id)]);
  }

  const isAnswered = order.data !== undefined && order.data.status !== 'requested';
  const isGone = request.isError || isAnswered;
  // Once a request is answered, its unsent offer can no longer be sent.
  useEffect(() => {
    if (isAnswered) unsent.drop(id);
  }, [isAnswered, unsent, id]);
  const part = order.data?.items.find((item) => item.lineNo === lineNo) ?? order.data?.items[0];
  return (
    <section ref={section} tabIndex={-1} className={styles.request} aria-label="报价中的询价">
      <nav className={styles.steps} aria-label="队列">
        <Button icon={<ArrowLeftOutlined />} onClick={() => onOpen(undefined)}>
          返回队列
        </Button>
        {position ? (
          <span className={styles.muted}>{`第 ${position.number} 个，共 ${position.count} 个`}</span>
        ) : null}
        <Tooltip title="上一个（Alt + ↑）">
          <Button
            icon={<UpOutlined />}
            aria-label="上一个询价"
            aria-keyshortcuts="Alt+ArrowUp"
            disabled={previous === undefined}
            onClick={() => onOpen(previous)}
          />
        </Tooltip>
        <Tooltip title="下一个（Alt + ↓）">
          <Button
            icon={<DownOutlined />}
            aria-label="下一个询价"
            aria-keyshortcuts="Alt+ArrowDown"
            disabled={next === undefined}
            onClick={() => onOpen(next)}
          />
        </Tooltip>
      </nav>
      {conflict === undefined ? null : <Alert type="warning" showIcon title={conflict} />}
      {isGone ? (
        <div className={page.card}>
          <Problem title="这个询价不在队列里" text="它已经报价、取消，或不在您的数据范围内。">
            <Link to={`${ORDERS_PATH}/${id}`}>打开订单</Link>
          </Problem>
        </div>
      ) : !request.data || !order.data || !part ? (
        <div className={page.card}>
          {order.isError ? (
            <LoadError label="询价" error={order.error} onRetry={order.refetch} />
          ) : (
            <Skeleton active paragraph={{ rows: 12 }} />
          )}
        </div>
      ) : (
        <>
          <RequestHead
            request={request.data}
            order={order.data}
            onChanged={(message) => {
              setConflict(message);
              if (message === undefined) setIsSendingBlocked(false);
            }}
          />
          <ReopenedNotice order={order.data} isAgain={request.data.isAgain} />
          <Wishes order={order.data} />
          {mayReadVersions ? (
            <p>
              <OrderVersion orderId={id} />
            </p>
          ) : null}
          <div className={styles.work}>
            <div className={styles.offer}>
              <OfferApproval order={order.data} onReleased={onSent} onChanged={refresh} />
              <OfferForm
                order={order.data}
                unsent={unsent}
                onChanged={onSent}
                onLineFocus={setLineNo}
                isSendingBlocked={isSendingBlocked}
                onTouch={() => setIsSendingBlocked(false)}
              />
              <OrderMoves
                order={{ ...order.data, moves: order.data.moves.filter(({ to }) => to === 'cancelled') }}
                onChanged={onSent}
              />
              <OrderMessages order={order.data} />
              <ShopPanel order={order.data} onChanged={refreshOrder} />
            </div>
            <DeskPart key={part.lineNo} order={order.data} item={part} onChanged={refresh} />
          </div>
        </>
      )}
    </section>
  );
}

interface HeadProps {
  request: DeskRequest;
  order: OrderWithExt;
  /** Called after a change of owner or customer; receives a message if another user's change conflicted with it. */
  onChanged: (conflict?: string) => void;
}

function RequestHead({ request, order, onChanged }: HeadProps) {
  const command = useCommand();
  const queryClient = useQueryClient();
  const refreshDesk = useRefreshDesk();
  const refreshOrder = useInvalidateOrder(request.id);
  const { busy, whileBusy } = useBusy<'setOwner'>();
  const [isCorrectingCustomer, setIsCorrectingCustomer] = useState(false);
  const { id, ownerId, ownerName, isMine } = request;

  async function setOwner(owner: 'me' | 'none') {
    await whileBusy('setOwner', async () => {
      const body = { owner, seenOwnerId: ownerId };
      const result = await command(quoteDesk.setOwner, { params: { id }, body, quiet: 'success' });
      if (result.ok) queryClient.setQueryData(requestQuery(id).queryKey, { data: result.data });
      onChanged(result.ok ? undefined : result.msg);
      await refreshDesk();
    });
  }

  return (
    <header className={`${page.card} ${styles.head}`}>
      <div>
        <h2>{request.customer}</h2>
        <Link to={`${ORDERS_PATH}/${id}`}>{request.orderNo}</Link>{' '}
        <span className={styles.muted}>
          {request.itemCount} 种，共 {request.pieceCount} 件
        </span>{' '}
        <Button size="small" type="link" onClick={() => setIsCorrectingCustomer(true)}>
          更正客户
        </Button>
        {isCorrectingCustomer ? (
          <TransferDialog
            order={order}
            onDone={async (message) => {
              setIsCorrectingCustomer(false);
              onChanged(message);
              await Promise.all([refreshOrder(), refreshDesk(id)]);
            }}
            onCancel={() => setIsCorrectingCustomer(false)}
          />
        ) : null}
      </div>
      <div className={styles.owner}>
        <span>
          <Clock minutesLeft={request.minutesLeft} />
          {request.lead === undefined ? null : <Tag color="blue">{request.lead}</Tag>}
          {request.isWaiting ? <Tag color="orange">待客户答复 · 已暂停</Tag> : null}
          {request.replyDueAt === null ? null : (
            <small className={styles.muted}> 最晚 {timeText(request.replyDueAt)} 答复</small>
          )}
        </span>
        <span role="status">
          {ownerId === null ? '还没有人负责' : isMine ? '由您负责' : `由${ownerName}负责`}
        </span>
        {isMine ? (
          <Button loading={busy !== undefined} onClick={() => void setOwner('none')}>
            放回队列
          </Button>
        ) : (
          <Button
            type={ownerId === null ? 'primary' : 'default'}
            loading={busy !== undefined}
            onClick={() => void setOwner('me')}
          >
            {ownerId === null ? '认领' : '接手'}
          </Button>
        )}
      </div>
    </header>
  );
}

/** Why an offer or quotation became a request again. */
function ReopenedNotice({ order, isAgain }: { order: OrderWithExt; isAgain: boolean }) {
  const reopening = lastReopening(order.history);
  if (!reopening) return null;
  return (
    <Alert
      type="info"
      showIcon
      className={styles.asking}
      title={`${isWithdrawal(reopening) ? '报价已撤回' : isAgain ? '再次询价' : '询价说明'}：${reopening.reason}`}
      description={
        <>
          {reopening.userName} · {timeText(reopening.createdAt)}
          {order.keepsQuotation === true && (
            <p>
              第 {order.revision} 版报价 {formatYuan(order.price)} 在 {dateText(order.validUntil)}{' '}
              前仍然有效，客户可以按它下单；发送新的报价后以新的为准。
            </p>
          )}
        </>
      }
    />
  );
}

/** The customer's wishes, and why the request needs manual pricing. */
function Wishes({ order }: { order: OrderWithExt }) {
  const wishes: [string, string][] = [
    ['人工报价原因', manualReason(order)],
    ['目标价', order.targetPrice === null ? '' : formatYuan(order.targetPrice)],
    ['期望发货日', order.wishedDate ?? ''],
    ['客户备注', order.remark],
  ];
  const filled = wishes.filter(([, text]) => text !== '');
  if (filled.length === 0) return null;
  return (
    <dl className={styles.wishes}>
      {filled.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

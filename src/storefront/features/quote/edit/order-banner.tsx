import { Link } from 'wouter';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button } from '#storefront/ui/button.tsx';
import { dateText } from '#domain/shanghai-time.ts';
import { formatYuan } from '#domain/money.ts';
import type { QuotationEdit } from '../checkout/quotation-edit.ts';
import styles from './order-banner.module.css';

interface OrderBannerProps {
  order: OrderWithExt;
  /** Set while the order itself is edited: the parts become its next revision, not a new order. */
  kind: QuotationEdit['kind'] | undefined;
  isChanged: boolean;
  onReset: () => void;
}

/** Shows which order the parts come from and what submitting does. */
export function OrderBanner({ order, kind, isChanged, onReset }: OrderBannerProps) {
  const isEdit = kind !== undefined;
  const noun = kind === 'request' ? '询价' : '报价';
  return (
    <p className={styles.banner}>
      <span>
        {isEdit ? `正在修改${noun} ` : '零件取自 '}
        <Link to={paths.orderDetails(order.id)}>{order.orderNo}</Link>
        {isEdit ? editText(order, kind) : '，按当前价格重新计算；提交后生成新的订单。'}
        {isChanged && '您有未提交的修改。'}
      </span>
      {isChanged && (
        <Button size="small" variant="ghost" onClick={onReset}>
          {isEdit ? `还原为第 ${order.revision} 版` : '还原为原订单内容'}
        </Button>
      )}
      <Link to={paths.quote}>新建报价</Link>
    </p>
  );
}

function editText(
  { revision, price, validUntil, isExpired }: OrderWithExt,
  kind: QuotationEdit['kind'],
): string {
  if (kind === 'request') return `（第 ${revision} 版）：保存后我们按新的内容报价。`;
  if (kind === 'offer') {
    const offered = `（第 ${revision} 版，${formatYuan(price)}，含人工报价，`;
    if (isExpired) return `${offered}已于 ${dateText(validUntil)} 过期）：修改后重新询价。`;
    return `${offered}有效期至 ${dateText(validUntil)}）：不作修改可按此价格下单；修改后需要重新询价。`;
  }
  const saved = `（第 ${revision} 版，${formatYuan(price)}，`;
  if (isExpired) return `${saved}已于 ${dateText(validUntil)} 过期）：按当前价格保存为新版本后可提交订单。`;
  return `${saved}有效期至 ${dateText(validUntil)}）：不作修改可按此价格提交订单；修改后按当前价格保存为新版本。`;
}

import { Link } from 'wouter';
import type { OrderWithExt } from '#contract/orders.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button } from '#storefront/ui/button.tsx';
import styles from './order-banner.module.css';

interface OrderBannerProps {
  order: OrderWithExt;
  isChanged: boolean;
  onReset: () => void;
}

/** Says that the parts come from an order, and that this makes a new one. */
export function OrderBanner({ order, isChanged, onReset }: OrderBannerProps) {
  return (
    <p className={styles.banner}>
      <span>
        零件取自 <Link to={paths.orderDetails(order.id)}>{order.orderNo}</Link>
        ，按当前价格重新计算；提交后生成新的订单。
        {isChanged && '您有未提交的修改。'}
      </span>
      {isChanged && (
        <Button size="small" variant="ghost" onClick={onReset}>
          还原为原订单内容
        </Button>
      )}
      <Link to={paths.quote}>新建报价</Link>
    </p>
  );
}

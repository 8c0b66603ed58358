import { acceptsRevisions } from '#domain/orders/moves.ts';
import { useOrderStatus } from '#storefront/app/dict-options.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button, ButtonLink } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { timeText } from '#domain/shanghai-time.ts';
import { formatYuan } from '#domain/money.ts';
import type { QuotationConflict } from './use-quotation-edit.ts';

interface EditConflictProps extends QuotationConflict {
  onLoad: () => void;
  onKeepMine: () => void;
}

/** Reports that another user changed the quotation; offers to load that version, or to keep the changes made here. */
export function EditConflict({ current, isNewRevision, onLoad, onKeepMine }: EditConflictProps) {
  const { label } = useOrderStatus()(current.status);
  if (!acceptsRevisions(current.status)) {
    return (
      <Dialog
        title="这份报价不能再修改"
        onClose={onKeepMine}
        footer={
          <>
            <Button onClick={onKeepMine}>关闭</Button>
            <ButtonLink to={paths.orderDetails(current.id)} variant="primary">
              查看订单
            </ButtonLink>
          </>
        }
      >
        <p>
          {current.orderNo} 已在别处处理，当前状态为“{label}”。您的修改没有保存。
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title="报价已被修改"
      onClose={onKeepMine}
      footer={
        <>
          <Button onClick={onKeepMine}>保留我的修改</Button>
          <Button variant="primary" onClick={onLoad}>
            {isNewRevision ? `载入第 ${current.revision} 版` : '载入新的收货信息'}
          </Button>
        </>
      }
    >
      {isNewRevision ? (
        <p>
          {current.orderNo} 已在别处保存为第 {current.revision} 版（{timeText(current.updatedAt)}，
          {current.summary}，{formatYuan(current.price)}）。您的修改还没有保存。
        </p>
      ) : (
        <p>
          {current.orderNo} 的收货信息已在别处修改（{timeText(current.updatedAt)}），现为：
          {[current.contactName, current.contactPhone, current.address].filter(Boolean).join(' ') || '空'}
          。您的修改还没有保存。
        </p>
      )}
      <p>
        载入后您的修改将丢失；保留修改并再次保存，则成为第 {current.revision + 1} 版
        {!isNewRevision && '，收货信息以您填写的为准'}。
      </p>
    </Dialog>
  );
}

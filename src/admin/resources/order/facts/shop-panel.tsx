import { Button } from 'antd';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { usePermission } from '../../../session/use-permission.ts';
import { createUnsentInput, useUnsentInput } from '../../../session/use-unsent.ts';
import styles from '../order.module.css';
import { shopDraftOf, ShopForm, type ShopDraft } from './shop-form.tsx';

const unsentShopForms = createUnsentInput<ShopDraft | undefined>();

interface Props {
  order: OrderWithExt;
  onChanged: () => Promise<void>;
}

/** The shop's internal note, or a form to edit it and the promised ship date. */
export function ShopPanel({ order, onChanged }: Props) {
  const canEdit = usePermission('mfr:order:edit');
  const [draft, setDraft] = useUnsentInput(unsentShopForms, {
    key: order.id,
    empty: undefined,
    isEmpty: (value) => value === undefined,
  });
  const close = () => setDraft(undefined);
  return (
    <section className={styles.section} aria-labelledby="order-shop">
      <h2 id="order-shop">
        内部备注与承诺发货日
        {canEdit && !draft ? (
          <Button size="small" onClick={() => setDraft(shopDraftOf(order))}>
            修改
          </Button>
        ) : null}
      </h2>
      {draft ? (
        <ShopForm
          order={order}
          draft={draft}
          onChange={setDraft}
          onSaved={async () => {
            close();
            await onChanged();
          }}
          onStale={onChanged}
          onCancel={close}
        />
      ) : (
        <p className={styles.note}>{order.staffNote || '（没有内部备注；客户看不到这里的内容）'}</p>
      )}
    </section>
  );
}

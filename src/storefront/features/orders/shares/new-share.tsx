import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '#contract/orders/order-data.ts';
import { shares } from '#contract/orders/shares.ts';
import { call } from '#providers/http/http.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button } from '#storefront/ui/button.tsx';
import { TextField } from '#storefront/ui/form/field.tsx';
import { timeText } from '#domain/shanghai-time.ts';
import { SelectField } from '#storefront/ui/form/select-field.tsx';
import { sharesQuery } from './share-queries.ts';
import styles from './share-order.module.css';
import { useCopy } from './use-copy.ts';

const lifetimes = [1, 3, 7, 15, 30, 90].map((days) => ({ value: String(days), label: `${days} 天` }));

/** Creates a link to the current revision. The link is shown only once. */
export function NewShare({ order }: { order: Pick<Order, 'id' | 'revision' | 'status'> }) {
  const [days, setDays] = useState('7');
  const [canReply, setCanReply] = useState(false);
  const { field, copiedText, copy } = useCopy('链接');
  const queryClient = useQueryClient();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () =>
      call(shares.create, {
        params: { id: order.id },
        body: { days: Number(days), revision: order.revision, ...(canReply ? { canReply } : {}) },
        // The dialog shows the outcome.
        quiet: true,
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sharesQuery(order.id).queryKey }),
  });
  const created = data?.ok ? data.data : undefined;
  const problem = error?.message ?? (data?.ok === false ? data.msg : undefined);
  const url = created && new URL(paths.share(created.token), globalThis.location.origin).href;

  return (
    <section aria-label="生成链接">
      <p className={styles.lead}>
        持有链接的人无需登录即可查看第 {order.revision} 版报价单，包括零件的小图，不会看到其他内容。
      </p>
      <div className={styles.line}>
        <SelectField
          label="链接有效期"
          options={lifetimes}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
        <Button variant="primary" isBusy={isPending} onClick={() => mutate()}>
          生成链接
        </Button>
      </div>
      {order.status === 'quoted' && (
        <label className={styles.check}>
          <input type="checkbox" checked={canReply} onChange={(event) => setCanReply(event.target.checked)} />
          持有链接的人可以接受或拒绝这份报价，无需登录，只能答复一次，须填写姓名和电话
        </label>
      )}
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {url !== undefined && created && (
        <div className={styles.line}>
          <TextField
            ref={field}
            label="分享链接"
            hint={`只显示这一次，有效期至 ${timeText(created.expiresAt)}`}
            className={styles.url}
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
          />
          <Button onClick={() => void copy(url)}>{copiedText === url ? '已复制' : '复制链接'}</Button>
        </div>
      )}
    </section>
  );
}

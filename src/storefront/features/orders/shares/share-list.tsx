import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { shares, type Share } from '#contract/orders/shares.ts';
import { call } from '#providers/http/http.ts';
import { Button } from '#storefront/ui/button.tsx';
import { timeText } from '#domain/shanghai-time.ts';
import page from '#storefront/ui/page.module.css';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { Tag } from '#storefront/ui/tag.tsx';
import { sharesQuery } from './share-queries.ts';
import styles from './share-order.module.css';

/** The order's links with expiry and view count; each can be revoked. */
export function ShareList({ orderId }: { orderId: number }) {
  const { data, error, refetch } = useQuery(sharesQuery(orderId));
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: number) => call(shares.revoke, { params: { id: orderId }, body: { ids: [id] } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sharesQuery(orderId).queryKey }),
  });
  return (
    <section className={styles.links} aria-label="已有链接">
      <h3>已有链接</h3>
      {data ? (
        <Links
          links={data}
          busyId={revoke.isPending ? revoke.variables : undefined}
          onRevoke={revoke.mutate}
        />
      ) : error ? (
        <p role="alert">
          {error.message}
          <Button size="small" onClick={() => void refetch()}>
            重试
          </Button>
        </p>
      ) : (
        <SkeletonGroup>
          <Skeleton height="24px" />
        </SkeletonGroup>
      )}
    </section>
  );
}

interface LinksProps {
  links: readonly Share[];
  busyId: number | undefined;
  onRevoke: (id: number) => void;
}

function Links({ links, busyId, onRevoke }: LinksProps) {
  if (links.length === 0) return <p className={page.muted}>还没有链接。</p>;
  return (
    <ul className={styles.list}>
      {links.map((link) => (
        <li key={link.id}>
          <div>
            <p className={styles.info}>
              第 {link.revision} 版 <Tag label={stateOf(link)} tone={link.isLive ? 'green' : ''} />
            </p>
            <p className={page.meta}>
              {link.createdBy}于 {timeText(link.createdAt)} 生成，{timeText(link.expiresAt)} 到期
            </p>
            {link.canReply && <p className={page.meta}>{answerOf(link)}</p>}
            <p className={page.meta}>
              {link.lastViewedAt === null
                ? '还没有人打开'
                : `打开 ${link.viewCount} 次，最近 ${timeText(link.lastViewedAt)}`}
            </p>
          </div>
          {link.isLive && (
            <Button
              size="small"
              aria-label={`撤销 ${timeText(link.createdAt)} 生成的链接`}
              isBusy={busyId === link.id}
              onClick={() => onRevoke(link.id)}
            >
              撤销
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function answerOf({ reply }: Share): string {
  if (!reply) return '可以接受或拒绝报价，还没有答复';
  const { kind, name, phone, at, ip } = reply;
  const answer = `${name}（${phone}）于 ${timeText(at)} ${kind === 'accepted' ? '接受了报价' : '拒绝了报价'}`;
  return ip === undefined ? answer : `${answer}，来自 ${ip}`;
}

function stateOf({ isLive, revokedAt }: Share): string {
  if (isLive) return '有效';
  return revokedAt === null ? '已过期' : '已撤销';
}

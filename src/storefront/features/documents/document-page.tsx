import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, Redirect } from 'wouter';
import { documents, type DocumentStatus } from '#contract/orders/documents.ts';
import { download } from '#providers/http/download.ts';
import { useOrderRoute } from '#storefront/app/order-route.ts';
import { paths } from '#storefront/app/paths.ts';
import { ButtonLink } from '#storefront/ui/button.tsx';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import styles from './document-page.module.css';
import { documentQuery } from './document-query.ts';
import { DocumentSkeleton, DocumentView } from './document-view.tsx';

/** The sealed quotation as printed, with its actions. */
export function DocumentPage() {
  const route = useOrderRoute();
  if (!route) return <Redirect to={paths.notFound} replace />;
  return (
    <div className={page.page}>
      <Suspense fallback={<DocumentSkeleton />}>
        <Document {...route} />
      </Suspense>
    </div>
  );
}

const meanings: Readonly<Record<Exclude<DocumentStatus, 'valid'>, string>> = {
  expired: '这份报价已超过有效期，不能再按此下单。可以在订单详情里按最新价格重新报价。',
  cancelled: '这份报价已取消，不再有效。',
  superseded: '这份报价已被撤回或更新，不能再按此下单。',
};

function Document({ orderId, revision }: { orderId: number; revision: number | undefined }) {
  const { data: document } = useSuspenseQuery(documentQuery(orderId, revision));
  const isOffered = document !== null && document !== 'not offered';
  usePageTitle(isOffered ? `报价单 ${document.snapshot.orderNo}` : '报价单');
  if (document === null) return <Redirect to={paths.notFound} replace />;
  // The order page shows the status.
  if (!isOffered) return <Redirect to={paths.orderDetails(orderId)} replace />;
  const query = revision === undefined ? {} : { revision };
  return (
    <DocumentView
      document={document}
      download={() => download(documents.pdf, { params: { id: orderId }, query })}
      actions={<ButtonLink to={paths.orderDetails(orderId)}>订单详情</ButtonLink>}
      note={
        document.status !== 'valid' && (
          <p role="note" className={styles.note}>
            {meanings[document.status]}
            {document.status === 'superseded' && <Link to={paths.quotation(orderId)}>查看最新版本</Link>}
          </p>
        )
      }
    />
  );
}

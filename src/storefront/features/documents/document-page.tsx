import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Redirect, useParams } from 'wouter';
import { documents, type QuotationDocument } from '#contract/documents.ts';
import { download } from '#providers/download.ts';
import { idFromAddress, paths } from '#storefront/app/paths.ts';
import { Button, ButtonLink } from '#storefront/ui/button.tsx';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import styles from './document-page.module.css';
import { documentQuery } from './document-query.ts';
import { DocumentStatusTag } from './document-status.tsx';
import { QuotationSheet } from './quotation-sheet.tsx';

/** The sealed quotation as it prints: one sheet, and what can be done with it. */
export function DocumentPage() {
  const orderId = idFromAddress(useParams()['orderId']);
  if (orderId === undefined) return <Redirect to={paths.notFound} replace />;
  return (
    <div className={page.page}>
      <Suspense fallback={<Waiting />}>
        <Document orderId={orderId} />
      </Suspense>
    </div>
  );
}

function Waiting() {
  return (
    <SkeletonGroup>
      <Skeleton width="240px" height="36px" />
      <Skeleton height="1123px" />
    </SkeletonGroup>
  );
}

function Document({ orderId }: { orderId: number }) {
  const { data: document } = useSuspenseQuery(documentQuery(orderId));
  usePageTitle(document ? `报价单 ${document.snapshot.orderNo}` : '报价单');
  if (!document) return <Redirect to={paths.notFound} replace />;
  return (
    <>
      <div className={styles.bar}>
        <h1 className={styles.title}>
          报价单 {document.snapshot.orderNo}
          <DocumentStatusTag status={document.status} />
        </h1>
        <div className={page.actions}>
          <ButtonLink to={paths.orderDetails(orderId)}>订单详情</ButtonLink>
          <Button onClick={() => globalThis.print()}>打印</Button>
          <DownloadButton orderId={orderId} />
        </div>
      </div>
      <div className={styles.desk}>
        <QuotationSheet document={document} />
      </div>
      <Verification document={document} />
    </>
  );
}

function DownloadButton({ orderId }: { orderId: number }) {
  const [isBusy, setIsBusy] = useState(false);
  async function fetchFile() {
    setIsBusy(true);
    try {
      await download(documents.pdf, { params: { id: orderId } });
    } catch {
      // The client has told the user.
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Button variant="primary" isBusy={isBusy} onClick={() => void fetchFile()}>
      下载 PDF
    </Button>
  );
}

function Verification({ document: { verifyUrl, hash } }: { document: QuotationDocument }) {
  return (
    <p className={styles.verification}>
      任何人都可以在 <a href={verifyUrl}>{verifyUrl}</a> 核对这份报价单。内容指纹 SHA-256 <code>{hash}</code>
    </p>
  );
}

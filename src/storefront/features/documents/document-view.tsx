import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { QuotationDocument } from '#contract/orders/documents.ts';
import { documentStatusLabels } from '#contract/orders/documents.ts';
import { Button, buttonClasses } from '#storefront/ui/button.tsx';
import page from '#storefront/ui/page.module.css';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { Tag } from '#storefront/ui/tag.tsx';
import styles from './document-page.module.css';
import { QuotationSheet } from './quotation-sheet.tsx';

interface DocumentViewProps {
  document: QuotationDocument;
  /** URL of the PDF if that needs no session; otherwise a function that downloads it and reports errors. */
  download: string | (() => Promise<unknown>);
  /** Shown before the print and download buttons. */
  actions?: ReactNode;
  /** Shown above the sheet. */
  note?: ReactNode;
}

const tones = { valid: 'green', expired: 'orange', cancelled: 'red', superseded: 'gold' } as const;

/** A quotation's sheet with its actions. */
export function DocumentView({ document, download, actions, note }: DocumentViewProps) {
  return (
    <>
      <div className={styles.bar}>
        <h1 className={styles.title}>
          报价单 {document.snapshot.orderNo}
          <Tag label={documentStatusLabels[document.status]} tone={tones[document.status]} />
        </h1>
        <div className={page.actions}>
          {actions}
          <Button onClick={() => globalThis.print()}>打印</Button>
          {typeof download === 'string' ? (
            // WeChat's browser cannot save files created by a page.
            <a className={buttonClasses({ variant: 'primary' })} href={download} download>
              下载 PDF
            </a>
          ) : (
            <DownloadButton onDownload={download} />
          )}
        </div>
      </div>
      {note}
      <div className={styles.desk}>
        <QuotationSheet document={document} />
      </div>
      <Verification document={document} />
    </>
  );
}

export function DocumentSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton width="240px" height="36px" />
      <Skeleton height="1123px" />
    </SkeletonGroup>
  );
}

function DownloadButton({ onDownload }: { onDownload: () => Promise<unknown> }) {
  // The HTTP client reports errors.
  const { mutate, isPending } = useMutation({ mutationFn: onDownload });
  return (
    <Button variant="primary" isBusy={isPending} onClick={() => mutate()}>
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

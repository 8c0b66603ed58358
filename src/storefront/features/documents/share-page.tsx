import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'wouter';
import { promisedDateText, type DocumentStatus } from '#contract/orders/documents.ts';
import { shares } from '#contract/orders/shares.ts';
import { requestUrl } from '#providers/http/request-url.ts';
import { Brand } from '#storefront/app/brand.tsx';
import { paths } from '#storefront/app/paths.ts';
import { ButtonLink } from '#storefront/ui/button.tsx';
import { MessagePage } from '#storefront/ui/message-page.tsx';
import { formatYuan } from '#domain/money.ts';
import { SHIP_DATE_PENDING } from '#domain/orders/ship-date-label.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { Note } from '#storefront/ui/note.tsx';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { AnswerOffer } from './answer-offer.tsx';
import styles from './document-page.module.css';
import { sharedDocumentQuery } from './document-query.ts';
import { DocumentSkeleton, DocumentView } from './document-view.tsx';

/** A shared quotation revision, shown without an account. */
export function SharePage() {
  const token = useParams()['token'] ?? '';
  return (
    <main className={page.page}>
      <header className={styles.brand}>
        <Brand />
      </header>
      <Suspense fallback={<DocumentSkeleton />}>
        <SharedQuotation token={token} />
      </Suspense>
    </main>
  );
}

const statusTexts: Readonly<Record<DocumentStatus, string>> = {
  valid: '',
  expired: '这份报价已超过有效期，不能再按此下单。',
  cancelled: '这份报价已取消，不再有效。',
  superseded: '这份报价已被撤回或更新，不能再按此下单，请向分享者索取新的链接。',
};

const replyTexts = {
  accepted: '我们会尽快确认订单。',
  refused: '已通过此链接答复：不接受报价。',
} as const;

function SharedQuotation({ token }: { token: string }) {
  const { data: document } = useSuspenseQuery(sharedDocumentQuery(token));
  usePageTitle(document ? `报价单 ${document.snapshot.orderNo}` : '链接已失效');
  if (!document) {
    return (
      <MessagePage title="链接已失效" actions={<ButtonLink to={paths.quote}>返回首页</ButtonLink>}>
        <p>这个分享链接不存在、已过期或已被撤销。请向分享者索取新的链接。</p>
      </MessagePage>
    );
  }
  const { accepted, canReply, snapshot } = document;
  const documentView = (
    <DocumentView
      document={document}
      download={requestUrl(shares.pdf, { params: { token } })}
      note={
        <p role="note" className={document.status === 'valid' ? styles.expiry : styles.note}>
          {document.reply ? replyTexts[document.reply] : statusTexts[document.status]}此链接有效期至{' '}
          {timeText(document.expiresAt)}。
        </p>
      }
    />
  );
  return (
    <>
      {accepted && (
        <p role="status" className={styles.accepted}>
          <strong>已接受报价并下单</strong>
          <span>合计 {formatYuan(accepted.price)}</span>
          <span>
            {promisedDateText(snapshot) === SHIP_DATE_PENDING
              ? `发货日${SHIP_DATE_PENDING}`
              : `承诺发货日 ${accepted.promisedDate}`}
          </span>
          <span>{timeText(accepted.at)} 接受，下面是订单所按的报价单</span>
        </p>
      )}
      {document.note !== '' && (
        <Note role="note" className={styles.shopNote}>
          <strong>商家说明：</strong>
          {document.note}
        </Note>
      )}
      {canReply ? (
        <AnswerOffer token={token} snapshot={snapshot}>
          {documentView}
        </AnswerOffer>
      ) : (
        documentView
      )}
    </>
  );
}

import { useSuspenseQuery, useMutation } from '@tanstack/react-query';
import { Suspense, type ChangeEvent } from 'react';
import { Link, useParams } from 'wouter';
import { formatYuan } from '#domain/money.ts';
import { documents, documentStatusLabels, type DocumentStatus } from '#contract/orders/documents.ts';
import { call } from '#providers/http/http.ts';
import { useProductName } from '#storefront/ui/use-product-name.ts';
import { paths } from '#storefront/app/paths.ts';
import { Brand } from '#storefront/app/brand.tsx';
import { dateText, timeText } from '#domain/shanghai-time.ts';
import { Facts } from '#storefront/ui/facts.tsx';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { verificationQuery } from './document-query.ts';
import { codeError, readCode, UNKNOWN_CODE } from './verify-code.ts';
import { VerifyForm } from './verify-form.tsx';
import styles from './verify-page.module.css';

/** The public page behind a quotation's QR code: stored data to compare with the paper. */
export function VerifyPage() {
  const codeParam = useParams()['code'] ?? '';
  const code = readCode(codeParam);
  usePageTitle('报价单验真');
  const name = useProductName();
  return (
    <main className={styles.page}>
      <Link to={paths.quote} className={styles.brand} aria-label={`${name} 首页`}>
        <Brand />
      </Link>
      {codeParam !== '' && codeError(code) === undefined ? (
        <Suspense fallback={<VerificationSkeleton />}>
          <VerificationResult key={code} code={code} />
        </Suspense>
      ) : (
        <VerifyForm initialCode={codeParam} error={codeParam === '' ? undefined : codeError(code)} />
      )}
    </main>
  );
}

function VerificationSkeleton() {
  return (
    <div className={styles.card}>
      <SkeletonGroup>
        <Skeleton height="64px" />
        <Skeleton height="200px" />
      </SkeletonGroup>
    </div>
  );
}

const meanings: Readonly<Record<DocumentStatus, string>> = {
  valid: '这份报价单由本系统签发，内容以下列记录为准。',
  expired: '这份报价单由本系统签发，但已超过有效期，不能再按此下单。',
  cancelled: '这份报价单对应的报价或订单已取消，不再有效。',
  superseded: '这份报价单已有更新的版本，请向报价单位索取新版。',
};

function VerificationResult({ code }: { code: string }) {
  const { data } = useSuspenseQuery(verificationQuery(code));
  if (!data) return <VerifyForm initialCode={code} error={UNKNOWN_CODE} />;
  return (
    <section className={styles.card} aria-label="验真结果">
      <h1 className={styles.title}>报价单验真</h1>
      <p className={styles.status} data-status={data.status}>
        {documentStatusLabels[data.status]}
      </p>
      <p className={styles.meaning}>{meanings[data.status]}</p>
      <Facts
        className={styles.facts}
        facts={[
          ['报价单位', data.issuer],
          ['编号', `${data.orderNo}（第 ${data.revision} 版）`],
          ['合计', formatYuan(data.total)],
          ['签发时间', timeText(data.issuedAt)],
          ['有效期至', dateText(data.validUntil)],
          ['内容指纹（SHA-256）', <code key="hash">{data.hash}</code>],
        ]}
      />
      <FileCheck code={code} />
      <p className={styles.note}>
        本页显示系统中保存的签发记录，不是 CA
        数字签名；报价单上的印章图样也不是。请核对纸上的编号、合计与这里是否一致。
      </p>
      <p className={styles.note}>
        <Link to={paths.verify()}>核对另一份报价单</Link>
      </p>
    </section>
  );
}

type Outcome = 'checking' | 'issued' | 'other' | 'failed';

const outcomes: Readonly<Record<Outcome, string>> = {
  checking: '正在核对…',
  issued: '一致：这就是本系统签发的文件，一个字节也没有改动。',
  other: '不一致：这不是本系统签发的文件，内容可能被改动过，或者是另存、扫描的副本。',
  failed: '没有核对成功，请稍后再试。',
};

/** Compares a received file with the issued one, byte by byte. */
function FileCheck({ code }: { code: string }) {
  const { mutate, status, data } = useMutation({
    mutationFn: (file: File) => {
      const headers = { 'Content-Type': 'application/pdf' };
      return call(documents.compare, { params: { code }, body: file, headers, quiet: true });
    },
  });
  const result = data?.ok ? (data.data.isIssued ? 'issued' : 'other') : 'failed';
  const outcome: Outcome | undefined =
    status === 'idle' ? undefined : status === 'pending' ? 'checking' : result;

  function check({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = '';
    if (file) mutate(file);
  }

  return (
    <div className={styles.check}>
      <label className={styles.upload}>
        核对 PDF 文件
        <input type="file" accept="application/pdf" onChange={check} />
      </label>
      <p role="status" className={styles.outcome} data-outcome={outcome}>
        {outcome ? outcomes[outcome] : '收到的是 PDF？选择文件，看它是不是本系统签发的文件。'}
      </p>
    </div>
  );
}

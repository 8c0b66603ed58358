import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { classNames } from '#storefront/ui/class-names.ts';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { CurrentSeal } from './current-seal.tsx';
import { SealEditor } from './seal-editor.tsx';
import styles from './seal-page.module.css';
import { sealQuery } from './seal-query.ts';

/** The user's seal on quotations: made from a photo or drawn by hand, previewed before saving. */
export function SealPage() {
  usePageTitle('签名印章');
  return (
    <section className={classNames(page.card, styles.card)} aria-labelledby="seal-title">
      <h1 id="seal-title">签名印章</h1>
      <p className={styles.note}>
        印章会印在之后签发的报价单“客户确认”处，已签发的报价单不变。它只是一张图片，不是 CA
        数字签名；可以作为凭据的是报价单上的验证码。
      </p>
      <Suspense fallback={<SealSkeleton />}>
        <SealContent />
      </Suspense>
    </section>
  );
}

function SealContent() {
  const { data: image } = useSuspenseQuery(sealQuery);
  // Changing the key resets the editor after each save.
  const [editorKey, setEditorKey] = useState(0);
  return (
    <>
      <CurrentSeal image={image} />
      <SealEditor key={editorKey} hasSeal={image !== ''} onSaved={() => setEditorKey(editorKey + 1)} />
    </>
  );
}

function SealSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton width="min(420px, 100%)" height="232px" />
      <Skeleton height="260px" />
    </SkeletonGroup>
  );
}

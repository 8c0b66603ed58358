import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pictures } from '#contract/files/pictures.ts';
import { call } from '#providers/http/http.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import page from '#storefront/ui/page.module.css';
import { SealPreview } from './seal-preview.tsx';
import styles from './seal-page.module.css';
import { sealQuery } from './seal-query.ts';

/** Shows the current seal, and removes it after confirmation. */
export function CurrentSeal({ image }: { image: string }) {
  const [isConfirming, setConfirming] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(pictures.removeSeal),
    onSuccess: (result) => {
      if (result.ok) queryClient.setQueryData(sealQuery.queryKey, '');
    },
    onSettled: () => setConfirming(false),
  });
  if (image === '') return <p className={page.muted}>还没有印章。上传一张照片，或者手写签名。</p>;
  return (
    <section className={styles.part} aria-label="当前印章">
      <h2>当前印章</h2>
      <SealPreview image={image} />
      <div>
        <Button onClick={() => setConfirming(true)}>移除印章</Button>
      </div>
      {isConfirming && (
        <Dialog
          title="移除印章"
          onClose={() => setConfirming(false)}
          footer={
            <>
              <Button onClick={() => setConfirming(false)}>保留</Button>
              <Button variant="danger" isBusy={isPending} onClick={() => mutate()}>
                确认移除
              </Button>
            </>
          }
        >
          <p>之后签发的报价单不再印有您的印章；已签发的报价单不变。</p>
        </Dialog>
      )}
    </section>
  );
}

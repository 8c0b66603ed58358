import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { pictures } from '#contract/files/pictures.ts';
import { call } from '#providers/http/http.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Skeleton } from '#storefront/ui/skeleton.tsx';
import { RadioGroup } from './radio-group.tsx';
import { SealPreview } from './seal-preview.tsx';
import styles from './seal-page.module.css';
import { sealQuery } from './seal-query.ts';
import { SealUpload } from './seal-upload.tsx';

const SealPad = lazy(async () => ({ default: (await import('./seal-pad.tsx')).SealPad }));

const methods = { upload: '上传图片', draw: '手写签名' } as const;
type Method = keyof typeof methods;

interface SealEditorProps {
  hasSeal: boolean;
  onSaved: () => void;
}

/** Creates, previews and saves a seal. */
export function SealEditor({ hasSeal, onSaved }: SealEditorProps) {
  const [method, setMethod] = useState<Method>('upload');
  /** A data URI; '' if there is nothing to save. */
  const [image, setImage] = useState('');
  const [error, setError] = useState<string>();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(pictures.saveSeal, { body: { image } }),
    onSuccess: (result) => {
      if (!result.ok) return setError(result.errors?.['image'] ?? result.msg);
      queryClient.setQueryData(sealQuery.queryKey, result.data.image);
      onSaved();
    },
    onError: (error) => setError(error.message),
  });
  const change = (next: string) => {
    setImage(next);
    setError(undefined);
  };
  return (
    <section className={styles.part} aria-label={hasSeal ? '更换印章' : '制作印章'}>
      <h2>{hasSeal ? '更换印章' : '制作印章'}</h2>
      <RadioGroup
        label="制作方式"
        options={methods}
        value={method}
        onChange={(next) => {
          setMethod(next);
          change('');
        }}
      />
      {method === 'upload' ? (
        <SealUpload onChange={change} />
      ) : (
        <Suspense fallback={<Skeleton height="300px" />}>
          <SealPad onChange={change} />
        </Suspense>
      )}
      {image !== '' && <SealPreview image={image} />}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <div>
        <Button variant="primary" disabled={image === ''} isBusy={isPending} onClick={() => mutate()}>
          保存印章
        </Button>
      </div>
    </section>
  );
}

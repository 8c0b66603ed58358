import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { models, type OrderModel } from '#contract/files/models.ts';
import { download } from '#providers/http/download.ts';
import { fileSizeText } from '#providers/files.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { FileMark } from '#storefront/ui/file-icon.tsx';
import { lazyComponent } from '#storefront/ui/lazy-component.tsx';
import { useModelThumbnail } from '#storefront/ui/order/use-model-thumbnail.ts';
import styles from './item-files.module.css';

const OrderedModelView = lazyComponent(
  async () => (await import('./ordered-model-view.tsx')).OrderedModelView,
);

/** The model that a part was quoted from: picture, scaling, download and 3D view, until the file is deleted. */
export function OrderedModel({ model }: { model: OrderModel }) {
  const { id, bodies, name, size, bodyName, scale, isDeleted } = model;
  const [isViewing, setViewing] = useState(false);
  const picture = useModelThumbnail(model);
  const { mutate: save, isPending: isBusy } = useMutation({
    mutationFn: () => download(models.download, { params: { id } }),
  });
  const facts = [
    bodies > 1 && bodyName !== '' && `实体 ${bodyName}`,
    scale !== '1' && `按 ${scale === '25.4' ? '×25.4' : '÷25.4'} 换算`,
    isDeleted ? '文件已按保留期限删除' : fileSizeText(size),
  ];
  return (
    <>
      <button
        type="button"
        className={styles.file}
        aria-label={isDeleted ? `${name}，文件已按保留期限删除` : `下载模型 ${name}`}
        aria-busy={isBusy}
        disabled={isBusy || isDeleted}
        onClick={() => save()}
      >
        <FileMark name={name} picture={picture} />
        <span className={styles.name} title={name}>
          {name}
        </span>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </button>
      {!isDeleted && (
        <Button size="small" aria-label={`查看三维 ${name}`} onClick={() => setViewing(true)}>
          查看三维
        </Button>
      )}
      {isViewing && (
        <Dialog title={name} isLarge onClose={() => setViewing(false)}>
          <OrderedModelView model={model} />
        </Dialog>
      )}
    </>
  );
}

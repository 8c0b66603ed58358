import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { files as fileEndpoints, type OrderFile } from '#contract/files/files.ts';
import type { OrderModel } from '#contract/files/models.ts';
import { download } from '#providers/http/download.ts';
import { fileSizeText, isViewable, loadAttachedFile } from '#providers/files.ts';
import { Button } from '#storefront/ui/button.tsx';
import { DrawingDialog } from '#storefront/ui/layer/drawing-dialog.tsx';
import { FileIcon } from '#storefront/ui/file-icon.tsx';
import { OrderedModel } from './ordered-model.tsx';
import hidden from '#storefront/ui/visually-hidden.module.css';
import styles from './item-files.module.css';

/** A file of a part or a message. */
type AttachedFile = Omit<OrderFile, 'lineNo'>;

interface ItemFilesProps {
  files: readonly AttachedFile[];
  /** The model that the part was quoted from. */
  model: OrderModel | undefined;
}

/** A part's model and files to download; PDF and DXF can be viewed. */
export function ItemFiles({ files, model }: ItemFilesProps) {
  const [viewedFile, setViewedFile] = useState<AttachedFile>();
  if (files.length === 0 && !model) return null;
  return (
    <>
      <ul className={styles.files} aria-label={model ? '模型和图纸附件' : '图纸附件'}>
        {model && (
          <li>
            <OrderedModel model={model} />
          </li>
        )}
        {files.map((file) => (
          <li key={file.id}>
            <FileLink file={file} />
            {isViewable(file.name) && (
              <Button size="small" aria-label={`查看 ${file.name}`} onClick={() => setViewedFile(file)}>
                查看
              </Button>
            )}
          </li>
        ))}
      </ul>
      {viewedFile && (
        <DrawingDialog
          name={viewedFile.name}
          load={(signal) => loadAttachedFile(viewedFile.id, signal)}
          onClose={() => setViewedFile(undefined)}
        />
      )}
    </>
  );
}

function FileLink({ file }: { file: AttachedFile }) {
  const { mutate: save, isPending: isBusy } = useMutation({
    mutationFn: () => download(fileEndpoints.download, { params: { id: file.id } }),
  });
  return (
    <button type="button" className={styles.file} aria-busy={isBusy} disabled={isBusy} onClick={() => save()}>
      <FileIcon file={file} />
      <span className={hidden.visuallyHidden}>下载 </span>
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
      <small>{fileSizeText(file.size)}</small>
    </button>
  );
}

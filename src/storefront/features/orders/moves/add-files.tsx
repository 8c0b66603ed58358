import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FILE_EXTENSIONS, FILE_KINDS, MAX_FILE_BYTES } from '#contract/files/files.ts';
import type { Order } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { uploadFile } from '#providers/files.ts';
import { call } from '#providers/http/http.ts';
import { notify } from '#providers/notices.ts';
import { messageOf } from '#providers/http/result.ts';
import { FileButton } from '#storefront/ui/form/file-button.tsx';

interface AddFilesProps {
  order: Pick<Order, 'id' | 'revision'>;
  lineNo: number;
}

/** Adds a drawing to a part of an order that the shop has not confirmed. */
export function AddFiles({ order, lineNo }: AddFilesProps) {
  const [percent, setPercent] = useState<number>();
  const queryClient = useQueryClient();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  async function add(file: File): Promise<void> {
    if (file.size === 0 || file.size > MAX_FILE_BYTES) {
      return notify({ type: 'warning', message: `请选择不超过 50 MB 的文件：${FILE_KINDS}` });
    }
    const controller = new AbortController();
    abort.current = controller;
    setPercent(0);
    try {
      const uploaded = await uploadFile(file, {
        signal: controller.signal,
        onProgress: (share) => setPercent(Math.round(share * 100)),
      });
      if (!uploaded.ok) {
        if (uploaded.code !== 401) notify({ type: 'error', message: uploaded.msg });
        return;
      }
      await call(orders.addFiles, {
        params: { id: order.id },
        body: { lineNo, fileIds: [uploaded.data.id], revision: order.revision },
      });
      await queryClient.invalidateQueries({ queryKey: ['order', order.id] });
    } catch (error) {
      if (controller.signal.aborted) return;
      notify({ type: 'error', message: messageOf(error) });
    } finally {
      setPercent(undefined);
    }
  }

  return (
    <FileButton
      label={percent === undefined ? '补充图纸' : `正在上传 ${percent}%`}
      accept={FILE_EXTENSIONS}
      size="small"
      isBusy={percent !== undefined}
      onPick={(file) => void add(file)}
    />
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { FILE_EXTENSIONS } from '#contract/files/files.ts';
import type { Order } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { call } from '#providers/http/http.ts';
import { notify } from '#providers/notices.ts';
import { useSingleUpload } from '#providers/use-upload.ts';
import { FileButton } from '#storefront/ui/form/file-button.tsx';

interface AddFilesProps {
  order: Pick<Order, 'id' | 'revision'>;
  lineNo: number;
}

/** Adds a file to a part of an order that the shop has not confirmed yet. */
export function AddFiles({ order, lineNo }: AddFilesProps) {
  const { percent, upload } = useSingleUpload();
  const queryClient = useQueryClient();
  const add = (file: File) =>
    upload(file, {
      onUploaded: async ({ id }) => {
        await call(orders.addFiles, {
          params: { id: order.id },
          body: { lineNo, fileIds: [id], revision: order.revision },
        });
        await queryClient.invalidateQueries({ queryKey: ['order', order.id] });
      },
      onFailed: (message) => notify({ type: 'error', message }),
    });

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

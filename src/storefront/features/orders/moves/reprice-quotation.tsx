import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import { sentModelOf } from '#contract/files/models.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { chosenStockOf } from '#contract/orders/stock-plan.ts';
import { pick } from '#domain/pick.ts';
import { orders } from '#contract/orders/orders.ts';
import { revisions } from '#contract/orders/revisions.ts';
import { call, fetchData } from '#providers/http/http.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button, ButtonLink } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { useRefetchOrder } from '../order-query.ts';
import { RepriceTable } from './reprice-table.tsx';

interface RepriceQuotationProps {
  order: OrderWithExt;
  variant?: 'primary';
}

/** Reprices a quotation: compares old and new prices, and saves a new revision once accepted. */
export function RepriceQuotation({ order, variant }: RepriceQuotationProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        按最新价格重新报价
      </Button>
      {isOpen && <RepriceDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

function RepriceDialog({ order, onClose }: { order: OrderWithExt; onClose: () => void }) {
  const refetchOrder = useRefetchOrder(order.id);
  const reprice = useQuery({
    queryKey: ['order', order.id, 'reprice', order.version],
    queryFn: ({ signal }) => fetchData(orders.reprice, { params: { id: order.id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const quotation = reprice.data?.quotation;
  const save = useMutation({
    mutationFn: (price: string) =>
      call(revisions.revise, {
        params: { id: order.id },
        body: {
          items: order.items.map((item) => revisedItem(item, order)),
          price,
          version: order.version,
        },
      }),
    onSuccess: async (result) => {
      // The prices have changed again.
      if (result.error === 'order.price_changed') return void (await reprice.refetch());
      onClose();
      await refetchOrder();
    },
  });
  return (
    <Dialog
      title={`按最新价格重新报价 ${order.orderNo}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <ButtonLink to={paths.quoteOrder(order.id)}>去修改</ButtonLink>
          {quotation && (
            <Button
              variant="primary"
              isBusy={save.isPending || reprice.isFetching}
              onClick={() => save.mutate(quotation.price)}
            >
              保存为第 {order.revision + 1} 版
            </Button>
          )}
        </>
      }
    >
      {reprice.data ? (
        <RepriceTable order={order} result={reprice.data} />
      ) : reprice.isError ? (
        <p role="alert">
          暂时算不出新价格。<Button onClick={() => void reprice.refetch()}>重试</Button>
        </p>
      ) : (
        <SkeletonGroup>
          <Skeleton height={`${40 * (order.items.length + 3)}px`} />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}

/** A saved item as a new item, with its files and model from the order. */
function revisedItem(item: OrderItem, { files, models }: OrderWithExt): QuotationItem {
  const { name, materialName, lineNo, processes } = item;
  const selections = processes.map(({ processId, optionId }) => [`process_${processId}`, optionId] as const);
  const fileIds = files.filter((file) => file.lineNo === lineNo).map(({ id }) => id);
  return {
    ...Object.fromEntries(selections),
    ...pick(item, ['material', 'num', 'length', 'width', 'height', 'remark']),
    // An unnamed part was given its material's name.
    ...(name === materialName ? {} : { name }),
    ...(fileIds.length === 0 ? {} : { fileIds }),
    ...sentModelOf(models, lineNo),
    ...chosenStockOf(item.stock),
  };
}

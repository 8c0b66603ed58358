import { useQueryClient } from '@tanstack/react-query';
import { Button } from '#storefront/ui/button.tsx';
import { MessagePage } from '#storefront/ui/message-page.tsx';
import { catalogueQuery } from './draft/quote-queries.ts';

/** Shown while the shop offers no material. */
export function EmptyCatalogue() {
  const queryClient = useQueryClient();
  return (
    <MessagePage
      title="暂时没有可报价的材料"
      actions={
        <Button variant="primary" onClick={() => void queryClient.invalidateQueries(catalogueQuery)}>
          重新加载
        </Button>
      }
    >
      <p>材料目录还没有内容，请稍后再试或联系我们。</p>
    </MessagePage>
  );
}

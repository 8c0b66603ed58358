import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Toasts } from '#storefront/ui/layer/toast.tsx';

/**
 * Providers around the pages. Toasts are siblings of the pages, so that they work before the first page is
 * loaded and when a page breaks.
 */
export function App({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toasts />
    </QueryClientProvider>
  );
}

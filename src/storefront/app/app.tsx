import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { RouterProvider } from 'react-router';
import { Toasts } from '#storefront/ui/toast.tsx';
import { createQueryClient } from './query-client.ts';

/** The storefront. Toasts stand beside the pages: they are heard before the first page is there, and when one breaks. */
export function App({ router }: Pick<ComponentProps<typeof RouterProvider>, 'router'>) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  );
}

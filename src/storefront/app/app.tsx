import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Toasts } from '#storefront/ui/toast.tsx';
import { createQueryClient } from './query-client.ts';

/** What the pages live in. Toasts stand beside them: heard before the first page is there, and when one breaks. */
export function App({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toasts />
    </QueryClientProvider>
  );
}

import '#theme/tokens.css';
import '#theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { loadAppConfig } from '#providers/app-config.ts';
import { createQueryClient } from './app/query-client.ts';
import { createRouter } from './app/router.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

// Asked for at once, beside the code of the first page; whoever needs it meets a failure there.
loadAppConfig().catch(() => undefined);

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);

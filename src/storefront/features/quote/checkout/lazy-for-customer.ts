import { lazyPage } from '#providers/lazy-page.ts';

/** For staff, so customers do not load it. Once loaded, it renders synchronously and can take the focus. */
export const LazyForCustomer = lazyPage(async () => (await import('./for-customer.tsx')).ForCustomer);

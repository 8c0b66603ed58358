import { lazyPage } from '#providers/lazy-page.ts';

/** For staff only, so customers do not load it. Once it is loaded it renders at once and can take the focus. */
export const LazyForCustomer = lazyPage(async () => (await import('./for-customer.tsx')).ForCustomer);

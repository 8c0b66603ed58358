import { lazyPage } from '#providers/lazy-page.ts';

/** For staff only, so customers do not load it. Once loaded it is drawn at once, and can have the focus. */
export const LazyForCustomer = lazyPage(async () => (await import('./for-customer.tsx')).ForCustomer);

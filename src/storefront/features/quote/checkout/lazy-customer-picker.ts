import { lazyView } from '#providers/lazy-view.ts';

/** For staff, so customers do not load it. Once loaded, it renders synchronously and can take the focus. */
export const LazyCustomerPicker = lazyView(
  async () => (await import('./customer-picker.tsx')).CustomerPicker,
);

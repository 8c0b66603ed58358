import { configKeys, type AppConfig } from './app-config.ts';

interface ConfigState {
  data: AppConfig | undefined;
  isPending: boolean;
}

/** The product name set in 参数设置: '' while loading, the default if it cannot be loaded. */
export const productNameOf = ({ data, isPending }: ConfigState): string =>
  isPending ? '' : data?.[configKeys.productName] || '智造报价';

/** `订单 · 智造报价`; skips empty parts. */
export const joinTitle = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(' · ');

import { configKeys, type AppConfig } from './app-config.ts';

interface ConfigState {
  data: AppConfig | undefined;
  isPending: boolean;
}

/** The name from 参数设置: '' until it has loaded, the shipped one where it cannot be loaded. */
export const productNameOf = ({ data, isPending }: ConfigState): string =>
  isPending ? '' : data?.[configKeys.productName] || '智造报价';

/** `订单 · 智造报价`, without parts that are empty. */
export const joinTitle = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(' · ');

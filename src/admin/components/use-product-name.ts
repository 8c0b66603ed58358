import { useQuery } from '@tanstack/react-query';
import { appConfigQuery, configKeys } from '#providers/app-config.ts';

/** The product's name from 参数设置, or the shipped one until it has loaded. */
export function useProductName(): string {
  const { data } = useQuery(appConfigQuery);
  return data?.[configKeys.productName] || '智造报价';
}

import { useQuery } from '@tanstack/react-query';
import { appConfigQuery, configKeys } from '#providers/app-config.ts';

/** The product's name as 参数设置 has it, and the shipped one until it is known. */
export function useProductName(): string {
  const { data } = useQuery(appConfigQuery);
  return data?.[configKeys.productName] || '智造报价';
}

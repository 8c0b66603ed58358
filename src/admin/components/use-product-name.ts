import { useQuery } from '@tanstack/react-query';
import { configKeys, loadAppConfig } from '#providers/app-config.ts';

/** The product's name as 参数设置 has it, and the shipped one until it is known. */
export function useProductName(): string {
  const { data } = useQuery({ queryKey: ['app-config'], queryFn: loadAppConfig, staleTime: Infinity });
  return data?.[configKeys.productName] || '智造报价';
}

import { useQuery } from '@tanstack/react-query';
import { appConfigQuery } from '#providers/app-config.ts';
import { productNameOf } from '#providers/product-name.ts';

/** The product name set in 参数设置; '' until loaded. */
export const useProductName = (): string => productNameOf(useQuery(appConfigQuery));

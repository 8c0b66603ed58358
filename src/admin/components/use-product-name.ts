import { useQuery } from '@tanstack/react-query';
import { appConfigQuery } from '#providers/app-config.ts';
import { productNameOf } from '#providers/product-name.ts';

/** The public settings; requested before React first renders. */
export const useAppConfig = () => useQuery(appConfigQuery);

/** The name from 参数设置; '' while it loads. */
export const useProductName = (): string => productNameOf(useAppConfig());

import { useEffect } from 'react';
import { joinTitle } from '#providers/product-name.ts';
import { useProductName } from './use-product-name.ts';

export function usePageTitle(title: string): void {
  const product = useProductName();
  useEffect(() => {
    document.title = joinTitle(title, product);
  }, [title, product]);
}

import { useEffect } from 'react';

const PRODUCT = '智造报价';

/** Sets the title in the browser's tab and history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
}

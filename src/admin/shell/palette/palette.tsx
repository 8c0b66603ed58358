import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import styles from '../shell.module.css';

const PaletteDialog = lazy(() => import('./palette-dialog.tsx').then((m) => ({ default: m.PaletteDialog })));

/** The search button; Ctrl K (⌘ K) also opens the search for pages, actions and records. */
export function Palette() {
  const { pathname } = useLocation();
  const [openedPath, setOpenedPath] = useState<string>();
  // Leaving the page, even with the back button, closes the dialog; returning does not open it again.
  if (openedPath !== undefined && openedPath !== pathname) setOpenedPath(undefined);
  const keys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpenedPath(pathname);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [pathname]);

  return (
    <>
      <Button
        className={styles.searchButton}
        icon={<SearchOutlined />}
        // On a phone, the visible text is hidden.
        aria-label={`搜索 ${keys}`}
        onClick={() => setOpenedPath(pathname)}
      >
        <span className={styles.searchHint}>
          搜索 <kbd>{keys}</kbd>
        </span>
      </Button>
      {openedPath === undefined ? null : (
        <Suspense fallback={null}>
          <PaletteDialog onClose={() => setOpenedPath(undefined)} />
        </Suspense>
      )}
    </>
  );
}

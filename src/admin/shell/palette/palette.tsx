import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import styles from '../shell.module.css';

const PaletteDialog = lazy(() => import('./palette-dialog.tsx').then((m) => ({ default: m.PaletteDialog })));

/** Opens the search over pages, actions and records, also by Ctrl K (⌘ K). */
export function Palette() {
  const { pathname } = useLocation();
  const [openedAt, setOpenedAt] = useState<string>();
  // A change of page closes the dialog for good, also the browser's back button.
  if (openedAt !== undefined && openedAt !== pathname) setOpenedAt(undefined);
  const keys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpenedAt(pathname);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [pathname]);

  return (
    <>
      <Button
        className={styles.searchButton}
        icon={<SearchOutlined />}
        // A phone hides the visible text.
        aria-label={`搜索 ${keys}`}
        onClick={() => setOpenedAt(pathname)}
      >
        <span className={styles.searchHint}>
          搜索 <kbd>{keys}</kbd>
        </span>
      </Button>
      {openedAt === undefined ? null : (
        <Suspense fallback={null}>
          <PaletteDialog onClose={() => setOpenedAt(undefined)} />
        </Suspense>
      )}
    </>
  );
}

import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import styles from '../shell.module.css';

const PaletteDialog = lazy(() => import('./palette-dialog.tsx').then((m) => ({ default: m.PaletteDialog })));

/** Opens the search over pages, actions and records; Ctrl K (⌘ K) does so from everywhere. */
export function Palette() {
  const [isOpen, setIsOpen] = useState(false);
  const keys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setIsOpen(true);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <Button
        className={styles.searchButton}
        icon={<SearchOutlined />}
        // Contains the visible text, which a phone hides.
        aria-label={`搜索 ${keys}`}
        onClick={() => setIsOpen(true)}
      >
        <span className={styles.searchHint}>
          搜索 <kbd>{keys}</kbd>
        </span>
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PaletteDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

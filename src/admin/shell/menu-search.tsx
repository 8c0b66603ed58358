import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import styles from './shell.module.css';

const MenuSearchDialog = lazy(() =>
  import('./menu-search-dialog.tsx').then((m) => ({ default: m.MenuSearchDialog })),
);

/** Opens the search over menu entries; Ctrl K (⌘ K) does so from everywhere. */
export function MenuSearch() {
  const [isOpen, setIsOpen] = useState(false);

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
        aria-label="搜索菜单 Ctrl K"
        onClick={() => setIsOpen(true)}
      >
        <span className={styles.searchHint}>
          搜索菜单 <kbd>Ctrl K</kbd>
        </span>
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <MenuSearchDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

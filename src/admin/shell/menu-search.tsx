import { SearchOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { MenuSearchBox } from './menu-search-box.tsx';
import styles from './shell.module.css';

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
        aria-label="搜索菜单"
        onClick={() => setIsOpen(true)}
      >
        <span className={styles.searchHint}>
          搜索菜单 <kbd>Ctrl K</kbd>
        </span>
      </Button>
      <Modal open={isOpen} title="搜索菜单" footer={null} destroyOnHidden onCancel={() => setIsOpen(false)}>
        <MenuSearchBox onDone={() => setIsOpen(false)} />
      </Modal>
    </>
  );
}

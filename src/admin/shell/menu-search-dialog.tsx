import { Modal } from 'antd';
import { MenuSearchBox } from './menu-search-box.tsx';

export function MenuSearchDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal open title="搜索菜单" footer={null} onCancel={onClose}>
      <MenuSearchBox onDone={onClose} />
    </Modal>
  );
}

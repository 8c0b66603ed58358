import { Modal } from 'antd';
import { useFocusBack } from '../components/use-focus-back.ts';
import { MenuSearchBox } from './menu-search-box.tsx';

export function MenuSearchDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  return (
    <Modal open title="搜索菜单" footer={null} onCancel={onClose}>
      <MenuSearchBox onDone={onClose} />
    </Modal>
  );
}

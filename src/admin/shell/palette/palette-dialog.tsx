import { Modal } from 'antd';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { PaletteBox } from './palette-box.tsx';

export function PaletteDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  return (
    <Modal open title="搜索" footer={null} onCancel={onClose}>
      <PaletteBox onDone={onClose} />
    </Modal>
  );
}

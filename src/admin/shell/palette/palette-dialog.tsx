import { Dialog } from '../../components/dialog.tsx';
import { PaletteBox } from './palette-box.tsx';

export function PaletteDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isTransient title="搜索" footer={null} onCancel={onClose}>
      <PaletteBox onDone={onClose} />
    </Dialog>
  );
}

import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';

interface StartOverDialogProps {
  onCancel: () => void;
  onStartOver: () => void;
}

/** Asks for confirmation, since starting over discards all parts. */
export function StartOverDialog({ onCancel, onStartOver }: StartOverDialogProps) {
  return (
    <Dialog
      title="重新开始"
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>取消</Button>
          <Button variant="danger" onClick={onStartOver}>
            放弃并重新开始
          </Button>
        </>
      }
    >
      <p>将放弃当前填写的所有零件。</p>
    </Dialog>
  );
}

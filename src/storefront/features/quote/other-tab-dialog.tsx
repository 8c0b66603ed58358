import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';

interface OtherTabDialogProps {
  onLoad: () => void;
  onKeepMine: () => void;
  /** Leaves the conflict unresolved: nothing is overwritten. */
  onClose: () => void;
}

/** Reports that another tab changed the same draft, and asks which version to keep. */
export function OtherTabDialog({ onLoad, onKeepMine, onClose }: OtherTabDialogProps) {
  return (
    <Dialog
      title="另一个标签页修改了这份报价"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onKeepMine}>保留本页内容</Button>
          <Button variant="primary" onClick={onLoad}>
            载入最新内容
          </Button>
        </>
      }
    >
      <p>同一份报价同时在两个标签页中打开，另一页已经保存了修改，或者已经提交。</p>
      <p>载入后本页未保存的修改将丢失；保留本页内容则覆盖另一页的修改。</p>
    </Dialog>
  );
}

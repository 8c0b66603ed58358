import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { lazyPart } from '../lazy-part.tsx';

interface DrawingDialogProps {
  name: string;
  /** Brings the file; the first one counts. */
  load: (signal: AbortSignal) => Promise<Blob>;
  onClose: () => void;
}

const DrawingViewer = lazyPart(
  async () => (await import('#viewer/drawings/drawing-viewer.tsx')).DrawingViewer,
);

/** A PDF or DXF drawing over the page. Its program is loaded when the first one is opened. */
export function DrawingDialog({ name, load, onClose }: DrawingDialogProps) {
  const [first] = useState(() => load);
  return (
    <Dialog title={name} isLarge onClose={onClose}>
      <DrawingViewer load={first} name={name} />
    </Dialog>
  );
}

import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { lazyComponent } from '../lazy-component.tsx';

interface DrawingDialogProps {
  name: string;
  /** Loads the file; only the first render's function is used. */
  load: (signal: AbortSignal) => Promise<Blob>;
  onClose: () => void;
}

const DrawingViewer = lazyComponent(
  async () => (await import('#viewer/drawings/drawing-viewer.tsx')).DrawingViewer,
);

/** Shows a PDF or DXF drawing. The viewer is loaded on first use. */
export function DrawingDialog({ name, load, onClose }: DrawingDialogProps) {
  const [initialLoad] = useState(() => load);
  return (
    <Dialog title={name} isLarge onClose={onClose}>
      <DrawingViewer load={initialLoad} name={name} />
    </Dialog>
  );
}

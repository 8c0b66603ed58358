import { droppedFiles } from './dropped-files.ts';
import { notifyLeftOut } from './notify-left-out.ts';

interface FileDrop {
  onDrag: (isDragging: boolean) => void;
  onDrop: (files: readonly File[], target: Element | null) => void;
}

/** Takes files dropped anywhere on the page, except where an element inside takes them. Returns a function that ends it. */
export function watchFileDrop({ onDrag, onDrop }: FileDrop): () => void {
  // A dialog covers the parts: nothing is dropped behind it.
  const isOurs = (event: DragEvent) =>
    !event.defaultPrevented &&
    event.dataTransfer?.types.includes('Files') === true &&
    document.querySelector('dialog[open]') === null;
  const over = (event: DragEvent) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    onDrag(true);
  };
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null) onDrag(false);
  };
  const drop = (event: DragEvent) => {
    onDrag(false);
    if (!isOurs(event)) return;
    event.preventDefault();
    const target = event.target instanceof Element ? event.target : null;
    if (!event.dataTransfer) return;
    void droppedFiles(event.dataTransfer).then((picked) => {
      if (picked.leftOut.length > 0 || picked.isCut) notifyLeftOut(picked);
      if (picked.files.length > 0) onDrop(picked.files, target);
    });
  };
  document.addEventListener('dragover', over);
  document.addEventListener('dragleave', leave);
  document.addEventListener('drop', drop);
  return () => {
    document.removeEventListener('dragover', over);
    document.removeEventListener('dragleave', leave);
    document.removeEventListener('drop', drop);
  };
}

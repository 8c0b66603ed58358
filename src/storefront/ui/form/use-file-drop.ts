import { useLayoutEffect, useState } from 'react';

/** Gets the dropped files, the element under the pointer, and the dropped folders (also listed as files). */
type OnDrop = (
  files: readonly File[],
  target: Element | null,
  folders: readonly FileSystemDirectoryEntry[],
) => void;

/**
 * Handles files dropped anywhere on the page, except on elements that handle drops themselves. Returns
 * whether files are being dragged.
 */
export function useFileDrop(onDrop: OnDrop): boolean {
  const [isDragging, setDragging] = useState(false);
  // A layout effect, so that no drop is missed after the first paint.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const over = (event: DragEvent) => {
      if (!isFileDrop(event)) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      setDragging(false);
      if (!isFileDrop(event)) return;
      event.preventDefault();
      handleDrop(event, onDrop);
    };
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => controller.abort();
  }, [onDrop]);
  return isDragging;
}

/** Ignores drops while a dialog covers the page. */
function isFileDrop(event: DragEvent): boolean {
  return (
    !event.defaultPrevented &&
    event.dataTransfer?.types.includes('Files') === true &&
    document.querySelector('dialog[open]') === null
  );
}

function handleDrop(event: DragEvent, onDrop: OnDrop): void {
  const { target, dataTransfer } = event;
  // Copies the lists, which are emptied after the event.
  const files = [...(dataTransfer?.files ?? [])];
  const entries = [...(dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null);
  const folders = entries.filter((entry) => entry?.isDirectory) as FileSystemDirectoryEntry[];
  if (files.length > 0) onDrop(files, target instanceof Element ? target : null, folders);
}

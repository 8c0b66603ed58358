import { useLayoutEffect, useState } from 'react';

/** The dropped files, what they were dropped on, and folders, each of which is among the files too. */
type OnDrop = (
  files: readonly File[],
  target: Element | null,
  folders: readonly FileSystemDirectoryEntry[],
) => void;

/** Takes files dropped anywhere on the page, except where an element inside takes them. Returns whether files are dragged. */
export function useFileDrop(onDrop: OnDrop): boolean {
  const [isDragging, setDragging] = useState(false);
  // Not after the paint: a drop on the page as it is first seen would be missed.
  useLayoutEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const over = (event: DragEvent) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      setDragging(false);
      if (!isOurs(event)) return;
      event.preventDefault();
      take(event, onDrop);
    };
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => left.abort();
  }, [onDrop]);
  return isDragging;
}

/** A dialog covers the parts: nothing is dropped behind it. */
function isOurs(event: DragEvent): boolean {
  return (
    !event.defaultPrevented &&
    event.dataTransfer?.types.includes('Files') === true &&
    document.querySelector('dialog[open]') === null
  );
}

function take(event: DragEvent, onDrop: OnDrop): void {
  const { target, dataTransfer } = event;
  // The lists are empty once the event has ended.
  const files = [...(dataTransfer?.files ?? [])];
  const entries = [...(dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null);
  const folders = entries.filter((entry) => entry?.isDirectory) as FileSystemDirectoryEntry[];
  if (files.length > 0) onDrop(files, target instanceof Element ? target : null, folders);
}

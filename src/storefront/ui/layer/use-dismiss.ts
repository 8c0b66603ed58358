import { useEffect, type RefObject } from 'react';

interface DismissOptions {
  isOpen: boolean;
  /** Pressing or focusing anything outside this element closes. */
  box: RefObject<HTMLElement | null>;
  /** Gets the focus back after Escape. */
  opener: RefObject<HTMLElement | null>;
  /** Must be a stable function while open. */
  onClose: () => void;
}

/** Closes a popup on Escape, and when the pointer or the focus goes elsewhere. */
export function useDismiss({ isOpen, box, opener, onClose }: DismissOptions): void {
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) onClose();
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      onClose();
      opener.current?.focus();
    };
    document.addEventListener('keydown', closeByKey);
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('keydown', closeByKey);
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen, box, opener, onClose]);
}

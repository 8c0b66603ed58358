import { useEffect, type RefObject, useEffectEvent } from 'react';

interface DismissOptions {
  isOpen: boolean;
  /** Pressing or focusing anything outside this element closes the popup. */
  box: RefObject<HTMLElement | null>;
  /** Gets the focus back after Escape. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Closes a popup on Escape, and when the pointer or the focus goes elsewhere. */
export function useDismiss({ isOpen, box, opener, onClose }: DismissOptions): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && box.current?.contains(target) !== true) close();
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      opener.current?.focus();
    };
    document.addEventListener('keydown', closeByKey, { signal });
    document.addEventListener('pointerdown', closeOutside, { signal });
    document.addEventListener('focusin', closeOutside, { signal });
    return () => controller.abort();
  }, [isOpen, box, opener]);
}

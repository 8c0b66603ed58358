import { useEffect, useEffectEvent } from 'react';

interface Layer {
  hasInput: () => boolean;
  /** Closes a dialog, after a confirmation if it has input. Undefined for forms, which close with their page. */
  dismiss?: () => void;
}

/** Mounted forms and open dialogs; the last is on top. */
const layers: Layer[] = [];

/** Adds a layer on top; returns a function that removes it. */
export function addLayer(layer: Layer): () => void {
  layers.push(layer);
  return () => {
    const index = layers.indexOf(layer);
    if (index >= 0) layers.splice(index, 1);
  };
}

/** Whether leaving the page would lose input. */
export const hasUnsavedInput = (): boolean => layers.some(({ hasInput }) => hasInput());

/** The function that dismisses the topmost dialog; undefined if none is open. */
export const findTopDismiss = (): (() => void) | undefined =>
  layers.findLast(({ dismiss }) => dismiss !== undefined)?.dismiss;

/** Makes the browser's back button dismiss the dialog instead of leaving the page below it. */
export function useDismissible(
  dismiss: () => void,
  { isOpen = true, hasInput = noInput }: { isOpen?: boolean; hasInput?: () => boolean } = {},
): void {
  const onBack = useEffectEvent(dismiss);
  const checkInput = useEffectEvent(hasInput);
  useEffect(
    () => (isOpen ? addLayer({ hasInput: () => checkInput(), dismiss: () => onBack() }) : undefined),
    [isOpen],
  );
}

const noInput = () => false;

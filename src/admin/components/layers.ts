import { useEffect, useEffectEvent } from 'react';

/** A form, or a dialog over a page or drawer. */
interface Layer {
  hasInput: () => boolean;
  /** Closes a dialog, with a confirmation first when there is input. Forms have none: they close with their page. */
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
export const isInputHeld = (): boolean => layers.some(({ hasInput }) => hasInput());

/** The `dismiss` of the topmost open dialog. */
export const topDismiss = (): (() => void) | undefined =>
  layers.findLast(({ dismiss }) => dismiss !== undefined)?.dismiss;

/** The browser's back dismisses an open dialog instead of leaving what is below it. */
export function useDismissible(
  dismiss: () => void,
  { isOpen = true, hasInput = noInput }: { isOpen?: boolean; hasInput?: () => boolean } = {},
): void {
  const onBack = useEffectEvent(dismiss);
  const holdsInput = useEffectEvent(hasInput);
  useEffect(
    () => (isOpen ? addLayer({ hasInput: () => holdsInput(), dismiss: () => onBack() }) : undefined),
    [isOpen],
  );
}

const noInput = () => false;

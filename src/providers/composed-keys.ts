/**
 * `keyCode` of a key handled by an input method. Includes the Enter that ends a composition, which Safari
 * reports after the composition.
 */
const INPUT_METHOD_KEY = 229;

/**
 * Hides composition keys from all page handlers: Enter must accept the input method's suggestion, not one of
 * the page. Text input uses other events.
 */
export function ignoreComposedKeys(): void {
  globalThis.addEventListener(
    'keydown',
    (event) => {
      // oxlint-disable-next-line typescript/no-deprecated -- Safari gives no other sign of it
      if (event.isComposing || event.keyCode === INPUT_METHOD_KEY) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

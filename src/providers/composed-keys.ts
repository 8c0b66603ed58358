/** `keyCode` of a key that an input method takes, including the Enter that ends a composition, which Safari reports after the composition. */
const OF_INPUT_METHOD = 229;

/**
 * Keeps the keys of a composition from every handler of the page: its Enter takes a suggestion of the input method, not one of the page.
 * Text arrives by other events.
 */
export function dropComposedKeys(): void {
  globalThis.addEventListener(
    'keydown',
    (event) => {
      // oxlint-disable-next-line typescript/no-deprecated -- Safari has no other sign of it
      if (event.isComposing || event.keyCode === OF_INPUT_METHOD) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

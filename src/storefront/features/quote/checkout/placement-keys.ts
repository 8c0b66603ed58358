export interface PlacementKeys {
  /** The Idempotency-Key for this content. */
  keyFor: (content: unknown) => string;
  /** Drops all keys after an order was placed, so that the next one gets a new key even with the same content. */
  reset: () => void;
}

/**
 * Idempotency keys for placing orders. The same content keeps its key until an order is placed, so that a
 * retry cannot order twice, even from a reopened dialog. A refusal keeps the key: it may answer a retry whose
 * first attempt has succeeded, and a key without an order can be used again.
 */
export function createPlacementKeys(): PlacementKeys {
  const keys = new Map<string, string>();
  return {
    keyFor: (content) => {
      const text = JSON.stringify(content);
      const key = keys.get(text) ?? newKey();
      keys.set(text, key);
      return key;
    },
    reset: () => keys.clear(),
  };
}

/** A random UUID. Browsers have `randomUUID` only over https, not over plain http in a local network. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => uuidByte(byte, index).toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Sets version 4 and the variant (RFC 9562). */
function uuidByte(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40;
  return index === 8 ? (byte & 0x3f) | 0x80 : byte;
}

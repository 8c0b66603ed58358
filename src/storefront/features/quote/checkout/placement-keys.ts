export interface PlacementKeys {
  /** The Idempotency-Key for this content. */
  keyFor: (content: unknown) => string;
  /** Forgets all keys after an order was placed: the next placement gets a new key, whatever its content. */
  reset: () => void;
}

/**
 * Keys for placing orders. Until an order is placed, the same content keeps its key, so that a retry cannot order
 * twice, even from a newly opened dialog or after other content. A refusal does not reset the key: it may answer a
 * retry whose first attempt has arrived, and a key without an order can be used again.
 */
export function createPlacementKeys(): PlacementKeys {
  const open = new Map<string, string>();
  return {
    keyFor: (content) => {
      const text = JSON.stringify(content);
      const key = open.get(text) ?? newKey();
      open.set(text, key);
      return key;
    },
    reset: () => open.clear(),
  };
}

/** A random UUID. Browsers offer `randomUUID` only over https, not over plain http in a local network. */
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

export interface PlacementKeys {
  /** The Idempotency-Key to send this content with. */
  keyFor: (content: unknown) => string;
  /** The order stands: the next placement gets a key of its own, whatever its content. */
  settle: () => void;
}

/**
 * Keys for placing orders. Until an order stands, the same content keeps its key, so that trying again, even from a
 * newly opened confirmation or after another content, can't order twice. A refusal changes nothing of that: it may be
 * the answer to a second try while the first one has arrived; and a key that made no order is as good as a new one.
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
    settle: () => open.clear(),
  };
}

/** A random UUID, also on plain http in a local network, where browsers keep `randomUUID` to themselves. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => uuidByte(byte, index).toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Version 4 and variant 1 in their places (RFC 9562). */
function uuidByte(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40;
  return index === 8 ? (byte & 0x3f) | 0x80 : byte;
}

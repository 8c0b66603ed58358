export interface PlacementKeys {
  /** The Idempotency-Key to send this content with. */
  keyFor: (content: unknown) => string;
  /** The answer is known: the next placement gets a key of its own. */
  settle: () => void;
}

/**
 * Keys for placing orders. While it is not known whether an order arrived, the same content keeps its key, so that
 * trying again, even from a newly opened confirmation, can't order twice; another content is another order.
 */
export function createPlacementKeys(): PlacementKeys {
  let open: { key: string; content: string } | undefined;
  return {
    keyFor: (content) => {
      const text = JSON.stringify(content);
      if (open?.content !== text) open = { key: newKey(), content: text };
      return open.key;
    },
    settle: () => {
      open = undefined;
    },
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

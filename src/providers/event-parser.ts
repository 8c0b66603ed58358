export interface ReceivedEvent {
  event: string;
  data: string;
}

/**
 * Reads server-sent events out of text that comes in pieces. Comments are dropped; a block without data is none; what is
 * incomplete waits for the next piece.
 */
export function createEventParser(): (piece: string) => ReceivedEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const event = parseBlock(block);
      return event ? [event] : [];
    });
  };
}

function parseBlock(block: string): ReceivedEvent | undefined {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n') };
}

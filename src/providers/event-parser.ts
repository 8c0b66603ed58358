export interface ReceivedEvent {
  event: string;
  data: string;
}

/**
 * Parses server-sent events from text that arrives in pieces. Comments and blocks without data are skipped; an
 * incomplete block waits for the next piece.
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

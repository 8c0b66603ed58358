import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventParser } from './event-parser.ts';

const text =
  ':\n\nevent: news\nid: 3\ndata: {"a":1}\n\n: beat\n\nevent: reread\r\ndata: {}\r\n\r\ndata: a\ndata: b\n\nid: 9\n\n';

test('events are parsed; comments and blocks without data are skipped', () => {
  expect(createEventParser()(text)).toEqual([
    { event: 'news', data: '{"a":1}' },
    { event: 'reread', data: '{}' },
    { event: 'message', data: 'a\nb' },
  ]);
});

test('the same events come out wherever the text is split', () => {
  const whole = createEventParser()(text);
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
      const parse = createEventParser();
      const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      const pieces = places.slice(1).map((to, at) => text.slice(places[at], to));
      expect(pieces.flatMap(parse)).toEqual(whole);
    }),
  );
});

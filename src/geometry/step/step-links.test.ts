import { expect, test } from 'vitest';
import { readStepLinks } from './step-links.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const file = (data: string, end = 'ENDSEC;\nEND-ISO-10303-21;\n') =>
  bytes(`ISO-10303-21;\nHEADER;\nFILE_NAME('#7','a /* b');\nENDSEC;\nDATA;\n${data}${end}`);
const types = new Set(['A', 'B']);
const linksOf = (data: string, end?: string) => {
  const { missing, duplicates, zeroBytes, hasDataEnd, hasEndMark } = readStepLinks(file(data, end), types);
  return { missing, duplicates, zeroBytes, hasDataEnd, hasEndMark };
};
const whole = { missing: 0, duplicates: 0, zeroBytes: 0, hasDataEnd: true, hasEndMark: true };

test('references in strings and comments are ignored, wherever lines break', () => {
  expect(linksOf(`#1=A('it''s #5',#2);\n#2\n=\nB(/* #6; */'x;#8',$);`)).toEqual(whole);
  expect(linksOf(`#1 = (X()Y(#2,\n#3));#2=/**/A();#3=A();`)).toEqual(whole);
});

test('a missing reference is counted once, as is a duplicate definition', () => {
  expect(linksOf('#1=A(#2,#3,#3);#2=B(#4);')).toEqual({ ...whole, missing: 2 });
  expect(linksOf('#1=(X(#9)Y());')).toEqual({ ...whole, missing: 1 });
  expect(linksOf('#1=A();#1=B();')).toEqual({ ...whole, duplicates: 1 });
});

test('zero bytes before the end mark are counted, also in strings', () => {
  expect(linksOf(`#1=A('\0\0');\0`)).toEqual({ ...whole, zeroBytes: 3 });
  expect(linksOf('#1=A();', 'ENDSEC;END-ISO-10303-21;\0\0')).toEqual(whole);
});

test('a missing last line and a missing end of the data are distinguished', () => {
  for (const end of ['ENDSEC;\n', 'ENDSEC;\nEND-ISO-10303', 'ENDSEC;\nEND-ISO-10303-21'])
    expect(linksOf('#1=A();', end)).toEqual({ ...whole, hasEndMark: false });
  for (const end of ['', 'ENDS', '#2=A('])
    expect(linksOf('#1=A();', end)).toEqual({ ...whole, hasDataEnd: false, hasEndMark: false });
  const cut = file(`#1=A();`, `#2=A('`);
  expect(new TextDecoder().decode(cut.subarray(0, readStepLinks(cut, types).end))).toMatch(/#1=A\(\);$/);
});

test('entities of the requested types have their references in order', () => {
  const { entities, isUsed } = readStepLinks(file('#1=A(#3,(#2,#3));#2=C(#1);#3=B($);'), types);
  expect([...entities]).toEqual([
    [1, { type: 'A', uses: [3, 2, 3] }],
    [3, { type: 'B', uses: [] }],
  ]);
  expect([1, 2, 3, 4].map(isUsed)).toEqual([true, true, true, false]);
});

import { expect, test } from 'vitest';
import { readStepText, stringsIn } from './step-text.ts';
import { stepUnit } from './step-unit.ts';

const context = (id: number, unit: number) =>
  `#${id}=(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNIT_ASSIGNED_CONTEXT((#${unit},#99))REPRESENTATION_CONTEXT('',''));`;
const metre = (id: number, prefix: string) =>
  `#${id}=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(${prefix},.METRE.));`;
const converted = (id: number, name: string, factor: string, base: number) =>
  `#${id}=(CONVERSION_BASED_UNIT('${name}',#${id + 1})LENGTH_UNIT()NAMED_UNIT(#98));
   #${id + 1}=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(${factor}),#${base});`;
const unitOf = (...lines: string[]) => stepUnit(readStepText(lines.join('\n')));

test.each([
  ['$', 'm'],
  ['.MILLI.', 'mm'],
  ['.MICRO.', 'um'],
  ['.NANO.', 'nm'],
  ['.CENTI.', 'cm'],
  ['.DECI.', 'dm'],
  ['.KILO.', 'km'],
  ['.HECTO.', 'other'],
  ['.GIGA.', 'other'],
])('the unit of metres with the prefix %s is read', (prefix, unit) => {
  expect(unitOf(context(1, 2), metre(2, prefix))).toBe(unit);
});

test.each([
  ['INCH', '25.4', 'in'],
  ['inch', '2.54E1', 'in'],
  ['FOOT', '304.8', 'ft'],
  ['YARD', '914.4', 'yd'],
  ['MILE', '1.609344E+06', 'mi'],
  ['MIL', '0.0254', 'mil'],
  ['CHAIN', '20116.8', 'other'],
  // The factor decides, not the name.
  ['INCH', '1.', 'mm'],
])('the unit %s of %s mm is read', (name, factor, unit) => {
  expect(unitOf(context(1, 2), converted(2, name, factor, 4), metre(4, '.MILLI.'))).toBe(unit);
});

test('a measure of several types in one entity is read', () => {
  const measure = `#3=(LENGTH_MEASURE_WITH_UNIT()MEASURE_WITH_UNIT(LENGTH_MEASURE(0.0254),#4));`;
  const inch = `#2=(CONVERSION_BASED_UNIT('INCH',#3)LENGTH_UNIT()NAMED_UNIT(#98));`;
  expect(unitOf(context(1, 2), inch, measure, metre(4, '$'))).toBe('in');
});

test('the contexts of the bodies decide, and different units give several', () => {
  const both = [context(1, 2), metre(2, '.MILLI.'), context(5, 6), metre(6, '.CENTI.')];
  const body = (id: number, at: number) => `#${id}=ADVANCED_BREP_SHAPE_REPRESENTATION('',(#20),#${at});`;
  expect(unitOf(...both)).toBe('mm');
  expect(unitOf(...both, body(10, 5))).toBe('cm');
  expect(unitOf(...both, body(10, 5), body(11, 5))).toBe('cm');
  expect(unitOf(...both, body(10, 5), body(11, 1))).toBe('several');
  expect(unitOf(...both, `#12=SHAPE_REPRESENTATION('',(#20),#5);#20=MANIFOLD_SOLID_BREP('',#21);`)).toBe(
    'cm',
  );
});

test('a string may continue on the next line, even within an escaped letter', () => {
  expect(stringsIn("'\\X2\\652F\n67B6\\X0\\',$,'a\r\nb'")).toEqual(['支架', 'ab']);
  expect(stringsIn("'\\X2\\65\n2F\\X0\\'")).toEqual(['支']);
});

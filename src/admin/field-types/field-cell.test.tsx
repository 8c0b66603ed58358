import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FieldCell } from './field-cell.tsx';
import type { TextField } from './field.ts';

const shown = (blank: TextField['blank']) => {
  render(
    <FieldCell field={{ type: 'text', label: '名额', ...(blank && { blank }) }} name="slots" record={{}} />,
  );
  return screen.getByText(typeof blank === 'string' ? blank : (blank?.label ?? '—'));
};

test('no value is a plain word where that is usual, and a coloured tag where it is wrong', () => {
  expect(shown(undefined).closest('[data-color]')).toBeNull();
  expect(shown('不限').closest('[data-color]')).toBeNull();
  expect(shown({ label: '无角色', color: 'orange' }).closest('[data-color]')).not.toBeNull();
});

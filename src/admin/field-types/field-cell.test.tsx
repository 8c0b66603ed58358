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

test('an expected blank is plain text, an unexpected one a coloured tag', () => {
  expect(shown(undefined).closest('[data-color]')).toBeNull();
  expect(shown('不限').closest('[data-color]')).toBeNull();
  expect(shown({ label: '无角色', color: 'orange' }).closest('[data-color]')).not.toBeNull();
});

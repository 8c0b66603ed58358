import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { NumberInput } from './number-input.tsx';

test.each([
  ['full-width digits and point', '１２．５', 12.5],
  ['a Chinese full stop for the point', '１２。５', 12.5],
  ['a full-width minus', '－３', -3],
  ['separators of thousands', '1，234', 1234],
])('%s are understood and kept on blur', (_what, typed, value) => {
  const onChange = vi.fn<(value: unknown) => void>();
  render(<NumberInput aria-label="数量" onChange={onChange} />);
  const input = screen.getByLabelText<HTMLInputElement>('数量');
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: typed } });
  fireEvent.blur(input);
  expect(input.value).toBe(String(value));
  expect(onChange).toHaveBeenLastCalledWith(value);
});

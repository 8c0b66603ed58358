import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { NumberInput } from './number-input.tsx';

function Field({ onChange }: { onChange: (value: number | null) => void }) {
  const [value, setValue] = useState<number | null>(null);
  const change = (next: number | null) => {
    setValue(next);
    onChange(next);
  };
  return (
    <>
      <NumberInput aria-label="数量" value={value} onChange={change} />
      <button onClick={() => setValue(7)}>默认</button>
    </>
  );
}

function openField() {
  const onChange = vi.fn<(value: number | null) => void>();
  render(<Field onChange={onChange} />);
  const input = screen.getByLabelText<HTMLInputElement>('数量');
  const type = (text: string) => fireEvent.change(input, { target: { value: text } });
  return { input, type, onChange };
}

test.each([
  ['full-width digits and point', '１２．５', 12.5],
  ['a Chinese full stop as decimal point', '１２。５', 12.5],
  ['a full-width minus', '－３', -3],
  ['thousands separators', '1，234', 1234],
])('a number input accepts %s and normalises the text on blur', (_what, typed, value) => {
  const { input, type, onChange } = openField();
  type(typed);
  expect(input.value).toBe(typed);
  fireEvent.blur(input);
  expect(input.value).toBe(String(value));
  expect(onChange.mock.calls).toEqual([[value]]);
});

test.each(['12,5', '12，5', '1.234,5', '1e3', 'abc', '15%'])(
  '%s is not a number: the text stays and the value is NaN',
  (typed) => {
    const { input, type, onChange } = openField();
    type(typed);
    fireEvent.blur(input);
    expect(input.value).toBe(typed);
    expect(onChange.mock.calls).toEqual([[Number.NaN]]);
  },
);

test('an incomplete number is not rewritten while it is typed', () => {
  const { input, type } = openField();
  for (const text of ['-', '-0', '-0.', '-0.5']) {
    type(text);
    expect(input.value).toBe(text);
  }
});

test('arrow keys step by one, and a new value replaces the text', () => {
  const { input, type, onChange } = openField();
  type('2.5');
  fireEvent.keyDown(input, { key: 'ArrowUp' });
  expect(input.value).toBe('3.5');
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  expect(onChange).toHaveBeenLastCalledWith(2.5);
  type('12,5');
  fireEvent.keyDown(input, { key: 'ArrowUp' });
  expect(input.value).toBe('12,5');
  fireEvent.click(screen.getByText('默认'));
  expect(input.value).toBe('7');
  type('');
  expect(onChange).toHaveBeenLastCalledWith(null);
});

import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { MultiSelect } from './multi-select.tsx';

const options = [
  { value: 1, label: '销售' },
  { value: 2, label: '客户' },
];

function Roles() {
  const [value, setValue] = useState<number[]>([]);
  return (
    <MultiSelect
      aria-label="角色"
      mode="multiple"
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      onChange={setValue}
    />
  );
}

const chosen = () =>
  [...document.querySelectorAll('.ant-select-selection-item')].map(({ textContent }) => textContent);
const key = (name: 'Tab' | 'Enter', code: number) =>
  fireEvent.keyDown(screen.getByRole('combobox', { name: '角色' }), {
    key: name,
    which: code,
    keyCode: code,
  });
const enter = () => key('Enter', 13);
/** Presses Tab; true if the browser may move the focus. */
const tab = () => key('Tab', 9);
const type = (value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: '角色' }), { target: { value } });

test('Tab keeps the choice and moves the focus on', () => {
  render(<Roles />);
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '角色' }));
  enter();
  expect(chosen()).toEqual(['销售']);
  expect(tab()).toBe(true);
  expect(chosen()).toEqual(['销售']);
});

test('Tab adds the typed option, and typing it again does not remove it', () => {
  render(<Roles />);
  type('客');
  tab();
  expect(chosen()).toEqual(['客户']);
  type('客');
  expect(tab()).toBe(true);
  expect(chosen()).toEqual(['客户']);
});

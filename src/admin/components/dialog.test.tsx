import { render, screen } from '@testing-library/react';
import { Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { Dialog } from './dialog.tsx';

const open = (children: ReactNode) => (
  <Dialog title="对话框" onCancel={() => {}}>
    {children}
  </Dialog>
);
const focused = () => document.activeElement?.getAttribute('aria-label');

test.each([
  ['a text field', <Input key="" aria-label="第一个" />],
  ['a text area', <Input.TextArea key="" aria-label="第一个" />],
  ['a list', <Select key="" aria-label="第一个" />],
])('the first field is focused: %s, after a checkbox and a disabled field', (_what, first) => {
  render(
    open(
      <>
        <input type="checkbox" aria-label="勾选" />
        <Input disabled aria-label="停用" />
        {first}
        <Input aria-label="第二个" />
      </>,
    ),
  );
  expect(focused()).toBe('第一个');
});

test('a field that appears after loading is focused once; a later one does not take the focus', () => {
  const { rerender } = render(open('加载中'));
  rerender(open(<Input key="first" aria-label="第一个" />));
  expect(focused()).toBe('第一个');
  screen.getByRole('button', { name: 'Close' }).focus();
  rerender(open([<Input key="zeroth" aria-label="前一个" />, <Input key="first" aria-label="第一个" />]));
  expect(focused()).toBe('Close');
});

test('an autofocused field keeps the focus', () => {
  render(
    open(
      <>
        <Input aria-label="第一个" />
        <Input autoFocus aria-label="第二个" />
      </>,
    ),
  );
  expect(focused()).toBe('第二个');
});

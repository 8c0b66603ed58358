import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { expect, test, vi } from 'vitest';
import { DateInput, DayRangeInput } from './date-input.tsx';

test('the calendar is Chinese, starts weeks on Monday and offers preset periods', async () => {
  const onChange = vi.fn<(value: unknown) => void>();
  render(
    <ConfigProvider locale={zhCN}>
      <DayRangeInput id="period" label="时间" value={['2026-11-02', '2026-11-03']} onChange={onChange} />
    </ConfigProvider>,
  );
  const [from] = screen.getAllByLabelText('时间');
  fireEvent.mouseDown(from ?? document.body);
  fireEvent.click(from ?? document.body);
  const [first] = await screen.findAllByRole('columnheader');
  expect(first?.textContent).toBe('一');
  fireEvent.click(screen.getByText('近 90 天'));
  expect(new Set(onChange.mock.calls.map(String)).size).toBe(1);
  for (const label of ['今天', '昨天', '本周', '上周', '本月', '上月'])
    expect(screen.getByText(label)).toBeTruthy();
});

test('a period with only a first day is shown and reported', async () => {
  const onChange = vi.fn<(value: unknown) => void>();
  render(<DayRangeInput id="period" label="时间" value={['2026-11-02', '']} onChange={onChange} />);
  const [from, to] = screen.getAllByLabelText<HTMLInputElement>('时间');
  expect([from?.value, to?.value]).toEqual(['2026-11-02', '']);
  const input = from ?? document.body;
  fireEvent.mouseDown(input);
  fireEvent.click(input);
  fireEvent.change(input, { target: { value: '2026-11-05' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  fireEvent.blur(to ?? document.body);
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(['2026-11-05', '']));
});

test('days before the earliest cannot be picked or typed, and there is no button for now', async () => {
  const onChange = vi.fn<(value: unknown) => void>();
  const moment = { label: '发布时间', showTime: true, earliest: '2026-11-26', onChange };
  render(<DateInput {...moment} value="2026-11-27 00:00" />);
  const input = screen.getByPlaceholderText('请选择发布时间');
  fireEvent.mouseDown(input);
  fireEvent.click(input);
  await screen.findAllByRole('columnheader');
  const isDisabled = (day: string) =>
    document.querySelector(`td[title="${day}"]`)?.classList.contains('ant-picker-cell-disabled');
  expect(['2026-11-26', '2026-11-25'].map(isDisabled)).toEqual([false, true]);
  expect(document.querySelector('.ant-picker-now-btn')).toBeNull();

  fireEvent.change(input, { target: { value: '2026-11-25 00:00' } });
  // Enter is stopped: the calendar would restore the old value and the form would submit it.
  expect(fireEvent.keyDown(input, { key: 'Enter' })).toBe(false);
  expect(onChange).not.toHaveBeenCalled();
});

import { fireEvent, render, screen } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { expect, test, vi } from 'vitest';
import { DayRangeInput } from './date-input.tsx';

test('the calendar is Chinese, begins its weeks on Monday and offers the usual periods', async () => {
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
  expect(onChange).toHaveBeenCalledOnce();
  for (const label of ['今天', '昨天', '本周', '上周', '本月', '上月'])
    expect(screen.getByText(label)).toBeTruthy();
});

import { Spin } from 'antd';

/** Fills the window while there is nothing else to show. */
export function Loading({ text = '加载中' }: { text?: string }) {
  return <Spin fullscreen description={text} />;
}

import { Spin } from 'antd';

/** A spinner that covers the window. */
export function Loading({ text = '加载中' }: { text?: string }) {
  return <Spin fullscreen description={text} />;
}

import { Spin } from 'antd';

/** The whole window while there is nothing else to show. */
export function Loading({ text = '加载中' }: { text?: string }) {
  return <Spin fullscreen description={text} />;
}

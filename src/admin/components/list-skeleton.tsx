import { Skeleton } from 'antd';

/** What a list's place holds while its code is on its way. */
export function ListSkeleton() {
  return <Skeleton active title paragraph={{ rows: 10, width: '100%' }} />;
}

import { MenuIcon } from '../../components/page/menu-icon.tsx';

export function IconCell({ value, isDetail }: { value: string; isDetail: boolean }) {
  return (
    <span title={value}>
      <MenuIcon name={value} /> {isDetail ? value : null}
    </span>
  );
}

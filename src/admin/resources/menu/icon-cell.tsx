import { MenuIcon } from '../../components/page/menu-icon.tsx';

/** An icon as the menu shows it, with its name where there is room. */
export function IconCell({ value, isWhole }: { value: string; isWhole: boolean }) {
  return (
    <span title={value}>
      <MenuIcon name={value} /> {isWhole ? value : null}
    </span>
  );
}

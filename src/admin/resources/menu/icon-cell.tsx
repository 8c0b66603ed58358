import { MenuIcon } from '../../components/page/menu-icon.tsx';

/** An icon of the menu, with its name if there is space. */
export function IconCell({ value, isWhole }: { value: string; isWhole: boolean }) {
  return (
    <span title={value}>
      <MenuIcon name={value} /> {isWhole ? value : null}
    </span>
  );
}

import type { ReactElement } from 'react';

/** The drop-down of a tree select, with the id that antd's input names as its list but gives to no element. */
export const treePopup = (id: string | undefined) => (tree: ReactElement) => (
  <div id={id === undefined ? undefined : `${id}_list`}>{tree}</div>
);

import type { ReactElement } from 'react';

/** Adds the id that the input of antd's tree select refers to, but that antd sets on no element. */
export const treePopup = (id: string | undefined) => (tree: ReactElement) => (
  <div id={id === undefined ? undefined : `${id}_list`}>{tree}</div>
);

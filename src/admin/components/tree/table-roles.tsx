import type { ComponentProps } from 'react';

/** antd renders the head of a virtual table as a separate table, so the role of the table is on a frame around both. */
export const PlainTable = (props: ComponentProps<'table'>) => <table {...props} role="presentation" />;

export const headRow = () => ({ role: 'row', 'aria-rowindex': 1 });
export const headCell = () => ({ role: 'columnheader' });

/** antd's frame for loading would be a live region between the table and its rows. */
export const quiet = { spinning: false, 'aria-live': undefined, 'aria-busy': undefined };

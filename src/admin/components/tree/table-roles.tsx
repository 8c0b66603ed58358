import type { ComponentProps } from 'react';

/** antd puts the head of a virtual table into a separate table. A frame around both has the role of the table. */
export const PlainTable = (props: ComponentProps<'table'>) => <table {...props} role="presentation" />;

export const headRow = () => ({ role: 'row', 'aria-rowindex': 1 });
export const headCell = () => ({ role: 'columnheader' });

/** antd's frame for loading would be a live region between the table and its rows. */
export const quiet = { spinning: false, 'aria-live': undefined, 'aria-busy': undefined };

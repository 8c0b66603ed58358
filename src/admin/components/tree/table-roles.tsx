import type { ComponentProps } from 'react';

/** antd renders the header of a virtual table as a separate table, so an element around both has the table role. */
export const PlainTable = (props: ComponentProps<'table'>) => <table {...props} role="presentation" />;

export const headerRowProps = () => ({ role: 'row', 'aria-rowindex': 1 });
export const headerCellProps = () => ({ role: 'columnheader' });

/** Removes the live region that antd's spinner puts between the table and its rows. */
export const noSpinner = { spinning: false, 'aria-live': undefined, 'aria-busy': undefined };

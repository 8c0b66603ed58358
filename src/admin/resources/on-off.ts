/** The status of most records in this API family: 2 on, 1 off. */
export const onOff = {
  type: 'enum',
  label: '状态',
  numeric: true,
  options: { 1: { label: '停用' }, 2: { label: '正常', color: 'green' } },
  initial: 2,
} as const;

/** The same for users and roles, where the wire has text. */
export const switchedOn = { ...onOff, numeric: false, initial: '2' } as const;

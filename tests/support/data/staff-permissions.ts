/** Permissions to price requests and send offers. */
export const pricingPermissions = [
  'mfr:order:list',
  'mfr:order:query',
  'mfr:order:move',
  'mfr:order:handle',
  'mfr:quote:price',
];

/** The same, and to approve offers above a limit. */
export const approvingPermissions = [...pricingPermissions, 'mfr:quote:approve'];

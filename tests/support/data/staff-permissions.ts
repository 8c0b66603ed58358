/** What those hold who price requests and send offers. */
export const pricingPermissions = [
  'mfr:order:list',
  'mfr:order:query',
  'mfr:order:move',
  'mfr:order:handle',
  'mfr:quote:price',
];

/** What those hold who also release offers above a limit. */
export const releasingPermissions = [...pricingPermissions, 'mfr:quote:approve'];

/** Prefixes of the permission codes that the first start grants to roles of the back office. */
const grants: Record<string, readonly string[]> = {
  sales: [
    'mfr:order:',
    'mfr:quote:price',
    'mfr:part:',
    'mfr:company:list',
    'mfr:company:query',
    'mfr:model:',
    'mfr:dashboard:',
    'mfr:material:list',
    'mfr:material:query',
    'mfr:stockSize:list',
    'mfr:stockSize:query',
    'mfr:gateRule:list',
    'mfr:gateRule:query',
    'mfr:chargeRule:list',
    'mfr:chargeRule:query',
    'mfr:leadClass:list',
    'mfr:leadClass:query',
    'mfr:process:list',
    'mfr:process:query',
    'mfr:machiningPrice:list',
    'mfr:machiningPrice:query',
    'mfr:price:list',
    'mfr:replay:run',
    'admin:sysUser:list',
    'admin:sysUser:query',
  ],
  engineer: [
    'mfr:material:',
    'mfr:stockSize:',
    'mfr:gateRule:',
    'mfr:chargeRule:',
    'mfr:leadClass:',
    'mfr:process:',
    'mfr:machiningPrice:',
    'mfr:price:',
    'mfr:defaultConfig:',
  ],
};

export const isGranted = (roleKey: string, code: string): boolean =>
  grants[roleKey]?.some((prefix) => code.startsWith(prefix)) ?? false;

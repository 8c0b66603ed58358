/** Name, phone number and address of the recipient of an order. */
export interface DeliveryContact {
  contactName: string;
  contactPhone: string;
  address: string;
}

type ContactField = keyof DeliveryContact;

/** The required fields, by the value of the setting `order.contact`. */
const REQUIRED = {
  none: [],
  phone: ['contactName', 'contactPhone'],
  address: ['contactName', 'contactPhone', 'address'],
} as const satisfies Record<string, readonly ContactField[]>;

export type ContactRule = keyof typeof REQUIRED;

export const contactRuleLabels: Record<ContactRule, string> = {
  none: '不要求',
  phone: '联系人和电话',
  address: '联系人、电话和收货地址',
};

export const contactLabels: Record<ContactField, string> = {
  contactName: '联系人',
  contactPhone: '联系电话',
  address: '收货地址',
};

/** The rule for a value of the setting; the default rule for any other text. */
export const readContactRule = (text: string | undefined): ContactRule =>
  text !== undefined && Object.hasOwn(REQUIRED, text) ? (text as ContactRule) : 'phone';

export const requiredFields = (rule: ContactRule): readonly ContactField[] => REQUIRED[rule];

/** A message for each required field that is empty. */
export function missingContact(rule: ContactRule, contact: Partial<DeliveryContact>): Record<string, string> {
  const missing = requiredFields(rule).filter((field) => (contact[field] ?? '').trim() === '');
  return Object.fromEntries(missing.map((field) => [field, `请输入${contactLabels[field]}`]));
}

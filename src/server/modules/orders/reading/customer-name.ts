import type { CustomerAsOrdered } from '#server/db/schema.ts';

/** The company, or the name of a customer without one. */
export const customerName = ({ companyTitle, deptName, nickName, username }: CustomerAsOrdered): string =>
  companyTitle || deptName || nickName || username;

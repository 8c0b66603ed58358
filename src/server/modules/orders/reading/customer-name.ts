import type { CustomerSnapshot } from '#server/db/schema.ts';

/** The company, or the name of a customer without one. */
export const customerName = ({ companyTitle, deptName, nickName, username }: CustomerSnapshot): string =>
  companyTitle || deptName || nickName || username;

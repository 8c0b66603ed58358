import type { InputHTMLAttributes } from 'react';
import type { Profile, ProfileEdit } from '#contract/people/profile.ts';
import { pick } from '#domain/pick.ts';

export type ProfileValues = Omit<ProfileEdit, 'version'>;
export type ProfileField = keyof ProfileValues;

type Input = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'autoComplete' | 'maxLength'>;
interface FieldAttributes extends Input {
  name: ProfileField;
  label: string;
  hint?: string;
  isRequired?: true;
  /** Spans the form's full width. */
  isWide?: true;
}

interface FieldGroup {
  title: string;
  hint?: string;
  /** Empty fields fall back to the company's or department's data. */
  usesCompanyFallback?: true;
  fields: readonly FieldAttributes[];
}

export const groups: readonly FieldGroup[] = [
  {
    title: '联系方式',
    fields: [
      { name: 'nickName', label: '姓名', isRequired: true, autoComplete: 'name', maxLength: 60 },
      { name: 'phone', label: '电话', type: 'tel', autoComplete: 'tel', maxLength: 30 },
      {
        name: 'email',
        label: '邮箱',
        // Not `type: 'email'`: the browser would normalize the text before validation.
        inputMode: 'email',
        autoComplete: 'email',
        maxLength: 100,
        isWide: true,
      },
    ],
  },
  {
    title: '开票信息',
    hint: '用于之后的报价单与发票，已提交的订单不变。',
    usesCompanyFallback: true,
    fields: [
      { name: 'companyTitle', label: '开票抬头', autoComplete: 'organization', maxLength: 100 },
      {
        name: 'taxNumber',
        label: '税号',
        hint: '统一社会信用代码或纳税人识别号',
        autoComplete: 'off',
        maxLength: 30,
      },
      { name: 'address', label: '地址', autoComplete: 'street-address', maxLength: 200, isWide: true },
    ],
  },
];

export const fieldNames: readonly ProfileField[] = groups.flatMap(({ fields }) =>
  fields.map(({ name }) => name),
);
export const labels = Object.fromEntries(
  groups.flatMap(({ fields }) => fields.map(({ name, label }) => [name, label])),
) as Readonly<Record<ProfileField, string>>;

/** Picks the form's values from a record. */
export const valuesOf = (user: Profile['user']): ProfileValues => pick(user, fieldNames);

/** Trims values; converts the tax number to half-width capitals without spaces and hyphens. */
export function normalizeProfile(values: ProfileValues): ProfileValues {
  const trimmed = { ...values };
  for (const name of fieldNames) trimmed[name] = values[name].trim();
  trimmed.taxNumber = values.taxNumber.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();
  return trimmed;
}

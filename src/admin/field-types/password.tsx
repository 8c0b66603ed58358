import { PasswordInput } from '../components/password-input.tsx';
import type { PasswordField } from './field.ts';
import type { FieldType } from './field-type.ts';

/** Entered or generated; records never show it. */
export const password: FieldType<PasswordField, string, string> = {
  text: () => '',
  input: (field) => <PasswordInput placeholder={`请输入${field.label}`} />,
};

import { PasswordInput } from '../components/password-input.tsx';
import type { PasswordField } from './field.ts';
import type { Kind } from './kind.ts';

/** Entered or generated; never shown of a record. */
export const password: Kind<PasswordField, string, string> = {
  text: () => '',
  input: (field) => <PasswordInput placeholder={`请输入${field.label}`} />,
  toInput: (value) => value,
  fromInput: (input) => input,
};

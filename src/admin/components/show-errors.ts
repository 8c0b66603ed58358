import type { FormInstance } from 'antd';
import type { FieldErrors } from '#contract/kernel/errors.ts';

/** Shows the server's validation errors below the fields. */
export function showErrors(form: FormInstance, errors: FieldErrors | undefined): void {
  form.setFields(Object.entries(errors ?? {}).map(([name, problem]) => ({ name, errors: [problem] })));
}

import { Select } from 'antd';
import { listEndpoints } from '#contract/endpoints.ts';
import { permissions, type PermissionCode } from '#contract/kernel/permissions.ts';
import { can } from '#providers/session/access-control.ts';
import type { CustomInputProps } from '../../field-types/field.ts';
import styles from './permission-choice.module.css';

const endpoints = listEndpoints().map(({ endpoint }) => endpoint);
const codes = Object.keys(permissions) as PermissionCode[];

/** A select for permission codes, searchable by code and name, with the endpoints that require the chosen code. */
export function PermissionChoice({ id, value, onChange }: CustomInputProps<string>) {
  const guarded = endpoints.filter(({ permission }) => permission === value);
  return (
    <>
      <Select
        id={id}
        value={value === '' ? undefined : value}
        allowClear
        showSearch={{ filterOption: (text, option) => option?.text.includes(text.toLowerCase()) ?? false }}
        placeholder="没有权限标识"
        options={codes.map((code) => ({
          value: code,
          label: `${permissions[code]}（${code}）`,
          text: `${permissions[code]} ${code}`.toLowerCase(),
          // Users can grant only their own permissions.
          disabled: !can(code),
        }))}
        onChange={(code: string | undefined) => onChange?.(code ?? '')}
      />
      {guarded.length > 0 ? (
        <ul className={styles.endpoints} aria-label="开放的接口">
          {guarded.map(({ method, path, summary }) => (
            <li key={`${method} ${path}`}>
              <code>
                {method} {path}
              </code>{' '}
              {summary}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

import { ConfigProvider, Form } from 'antd';
import { can } from '#providers/session/access-control.ts';
import type { DictField, Row } from '../field-types/field.ts';
import { fieldTypeOf } from '../field-types/field-types.ts';
import { fieldOf, type Resource } from './define-resource.ts';
import { hasField, isRequired, missingValueError, inputError, type InputValues } from './form-values.ts';
import { isFullWidth } from './form-skeleton.tsx';
import styles from './resource-kit.module.css';

interface FieldItemProps {
  resource: Resource;
  name: string;
  record?: Row;
}

/** Shows a conditional field only while it applies, and marks it while it is required. */
export function FieldItem(props: FieldItemProps) {
  const { resource, name } = props;
  const { when, isNeeded } = fieldOf(resource, name);
  if (!when && !isNeeded) return <InputItem {...props} isNeeded={false} />;
  return (
    <Form.Item noStyle shouldUpdate>
      {({ getFieldsValue }) => {
        const inputs = getFieldsValue(true) as InputValues;
        return hasField(resource, name, inputs) ? (
          <InputItem {...props} isNeeded={isNeeded?.(inputs) ?? false} />
        ) : null;
      }}
    </Form.Item>
  );
}

/** Validates the input by the contract's rule. */
function InputItem({ resource, name, record, isNeeded }: FieldItemProps & { isNeeded: boolean }) {
  const field = fieldOf(resource, name);
  const isLocked = field.editPermission !== undefined && !can(field.editPermission);
  const type = fieldTypeOf(field);
  const item = (
    <Form.Item
      name={name}
      className={isFullWidth(field) ? styles.fullRow : undefined}
      label={field.label}
      extra={
        field.caution || field.type === 'dict' ? (
          <>
            {field.hint}
            {field.caution ? <Caution name={name} caution={field.caution} /> : null}
            {field.type === 'dict' ? <DictionaryLink field={field} /> : null}
          </>
        ) : (
          field.hint
        )
      }
      required={isNeeded || isRequired(resource, name)}
      valuePropName={type.valueProp}
      rules={[
        ({ getFieldsValue }) => ({
          validator: (_rule, input) => {
            const problem =
              inputError(resource, name, input) ??
              missingValueError(resource, name, getFieldsValue(true) as InputValues);
            return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem));
          },
        }),
      ]}
    >
      {type.input(field, { name, record })}
    </Form.Item>
  );
  return isLocked ? <ConfigProvider componentDisabled>{item}</ConfigProvider> : item;
}

/** Opens in another tab, so that the input of the form is not lost. */
function DictionaryLink({ field: { dictType, label } }: { field: DictField }) {
  if (!can('admin:sysDictData:list')) return null;
  const url = `/admin/dict/data?${new URLSearchParams({ dictType }).toString()}`;
  return (
    <a className={styles.dictionaryLink} href={url} target="_blank" rel="noreferrer">
      维护{label}
    </a>
  );
}

interface CautionProps {
  name: string;
  caution: (input: unknown) => string | undefined;
}

/** Watches one input, so that changes of other inputs do not render it. */
function Caution({ name, caution }: CautionProps) {
  const input: unknown = Form.useWatch(name, Form.useFormInstance());
  const text = caution(input);
  return text === undefined ? null : (
    <span role="status" className={styles.caution}>
      {text}
    </span>
  );
}

import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
} from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import hidden from '../visually-hidden.module.css';

export interface FieldOptions {
  label: string;
  /** Shown in place of the hint. */
  error?: string;
  hint?: string;
  /** Hides the label visually; screen readers still read it. */
  isLabelHidden?: boolean;
  isRequired?: boolean;
  className?: string;
}

/** Attributes that link a control to its label and messages. */
interface ControlProps {
  id: string;
  className: string | undefined;
  required: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps extends FieldOptions {
  children: (control: ControlProps) => ReactNode;
}

/** A label above its control, with the error or the hint below. */
export function Field({
  label,
  error,
  hint,
  isLabelHidden = false,
  isRequired = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const message = error ?? hint;
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={isLabelHidden ? hidden.visuallyHidden : styles.label}>
        {label}
        {isRequired && (
          <span className={styles.required} aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children({
        id,
        className: styles.control,
        required: isRequired,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': message === undefined ? undefined : `${id}-note`,
      })}
      {message !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? styles.hint : styles.error}>
          {message}
        </p>
      )}
    </div>
  );
}

/** Separates a field's texts from its control's attributes. */
export function splitTexts<P extends FieldOptions>(props: P): [FieldOptions, Omit<P, keyof FieldOptions>] {
  const { label, error, hint, isLabelHidden, isRequired, className, ...control } = props;
  return [{ label, error, hint, isLabelHidden, isRequired, className }, control];
}

interface TextFieldProps extends FieldOptions, Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  ref?: Ref<HTMLInputElement>;
}

export function TextField(props: TextFieldProps) {
  const [texts, input] = splitTexts(props);
  return <Field {...texts}>{(control) => <input type="text" {...input} {...control} />}</Field>;
}

interface TextAreaProps extends FieldOptions, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> {
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea(props: TextAreaProps) {
  const [texts, input] = splitTexts(props);
  return <Field {...texts}>{(control) => <textarea rows={3} {...input} {...control} />}</Field>;
}

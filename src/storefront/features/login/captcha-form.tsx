import { useRef, useState, type InputHTMLAttributes, type SubmitEvent } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { messageOf, type Failure } from '#providers/http/result.ts';
import { Button } from '#storefront/ui/button.tsx';
import { TextField } from '#storefront/ui/form/field.tsx';
import { formText } from '#storefront/ui/form/form-errors.ts';
import { Note } from '#storefront/ui/note.tsx';
import { useCaptcha } from './captcha-query.ts';
import styles from './login-page.module.css';

type InputAttributes = InputHTMLAttributes<HTMLInputElement>;

export interface FormField extends Pick<
  InputAttributes,
  'type' | 'autoComplete' | 'autoFocus' | 'maxLength'
> {
  name: string;
  label: string;
  hint?: string;
  isRequired?: true;
}

/** Both undefined while the captcha is off. */
interface CaptchaAnswer {
  code: string | undefined;
  uuid: string | undefined;
}

interface CaptchaFormProps<V extends object> {
  title: string;
  submitLabel: string;
  notice?: string;
  fields: readonly FormField[];
  /** Gets the focus after an error without a field. */
  retryField: string;
  /** The values to send, without the captcha. */
  readValues: (form: FormData) => V;
  /** Errors by field; empty if valid. */
  validate: (values: V & CaptchaAnswer, form: FormData) => FieldErrors;
  /** Submits the values; resolves with the failure to show, if any. */
  send: (values: V & CaptchaAnswer) => Promise<Failure | undefined>;
}

/**
 * A form with a captcha, for login and registration. The page renders it once the captcha is loaded. Each
 * failed attempt loads a new one.
 */
export function CaptchaForm<V extends object>(props: CaptchaFormProps<V>) {
  const { title, submitLabel, notice, fields, retryField, readValues, validate, send } = props;
  const captcha = useCaptcha();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const inputOf = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
  const showErrors = (fieldErrors: FieldErrors) => {
    setErrors(fieldErrors);
    const first = [...fields.map(({ name }) => name), 'code'].find((name) => name in fieldErrors);
    if (first !== undefined) inputOf(first)?.focus();
  };
  const showFailure = ({ error, errors: fieldErrors, msg }: Failure) => {
    captcha.renew();
    const code = inputOf('code');
    if (code) code.value = '';
    if (fieldErrors) return showErrors(fieldErrors);
    if (error === 'login.captcha') return showErrors({ code: msg });
    setFailure(msg);
    inputOf(retryField)?.focus();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const values = { ...readValues(data), ...readCaptcha(data, captcha.challenge) };
    const fieldErrors = validate(values, data);
    if (values.code === '') fieldErrors['code'] = '请输入验证码';
    setFailure(undefined);
    if (Object.keys(fieldErrors).length > 0) return showErrors(fieldErrors);
    setErrors({});
    setBusy(true);
    try {
      const failed = await send(values);
      if (failed) showFailure(failed);
      else captcha.markUsed();
    } catch (error) {
      setFailure(messageOf(error));
      captcha.renew();
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <h1>{title}</h1>
      {notice !== undefined && <Note tone="warning">{notice}</Note>}
      {fields.map((field) => (
        <TextField
          key={field.name}
          {...field}
          autoCapitalize="none"
          spellCheck={false}
          error={errors[field.name]}
        />
      ))}
      {captcha.isEnabled && (
        <CaptchaField
          image={captcha.challenge?.data}
          isFailed={captcha.hasFailed}
          onRenew={captcha.renew}
          error={errors['code']}
        />
      )}
      {failure !== undefined && <Note tone="danger">{failure}</Note>}
      <Button type="submit" variant="primary" size="large" isBlock isBusy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}

function readCaptcha(form: FormData, captcha: { id: string; enabled: boolean } | undefined): CaptchaAnswer {
  if (captcha?.enabled === false) return { code: undefined, uuid: undefined };
  return { code: formText(form, 'code').trim(), uuid: captcha?.id };
}

interface CaptchaFieldProps {
  /** A data URI; undefined while loading. */
  image?: string;
  isFailed: boolean;
  onRenew: () => void;
  error?: string;
}

function CaptchaField({ image, isFailed, onRenew, error }: CaptchaFieldProps) {
  return (
    <div className={styles.captcha}>
      <TextField
        label="验证码"
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={16}
        error={error}
      />
      <button
        type="button"
        className={styles.picture}
        title="看不清？点击换一张"
        aria-label="换一张验证码"
        onClick={onRenew}
      >
        {isFailed
          ? '加载失败，点击重试'
          : image !== undefined && <img src={image} alt="验证码图片" width={180} height={50} />}
      </button>
    </div>
  );
}

import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useLocation } from 'wouter';
import { paths } from '#storefront/app/paths.ts';
import { Button } from '#storefront/ui/button.tsx';
import { TextField } from '#storefront/ui/form/field.tsx';
import { formText } from '#storefront/ui/form/form-errors.ts';
import { codeError, readCode } from './verify-code.ts';
import styles from './verify-page.module.css';

interface Props {
  /** The code in the URL. */
  initialCode: string;
  /** Why that code has no quotation. */
  error: string | undefined;
}

/** Asks for the code on a printed quotation. */
export function VerifyForm({ initialCode, error }: Props) {
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState(error);
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error !== undefined) heading.current?.focus();
  }, [error]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = readCode(formText(new FormData(event.currentTarget), 'code'));
    const codeProblem = codeError(code);
    if (codeProblem === undefined) {
      navigate(paths.verify(code));
      return;
    }
    setProblem(codeProblem);
    field.current?.focus();
  }

  return (
    <section className={styles.card} aria-label="报价单验真">
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {error === undefined ? '报价单验真' : '查不到这份报价单'}
      </h1>
      <p className={styles.where}>
        验证码印在报价单末尾的二维码旁，“扫码验真”下方：20 位数字和字母，每 5 位用“-”隔开。
      </p>
      <p className={styles.where}>输入后可以看到它是不是本系统签发的、现在是否有效，不用登录。</p>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          ref={field}
          label="验证码"
          name="code"
          defaultValue={initialCode}
          placeholder="例如 7KQ2M-9XW4T-…"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={problem}
        />
        <Button type="submit" variant="primary" isBlock>
          查询
        </Button>
      </form>
    </section>
  );
}

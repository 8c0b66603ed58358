import { TextField } from '#storefront/ui/form/field.tsx';
import styles from './login-page.module.css';

interface CaptchaFieldProps {
  /** A data URI; undefined while it loads. */
  image?: string;
  isFailed: boolean;
  onRenew: () => void;
  error?: string;
}

export function CaptchaField({ image, isFailed, onRenew, error }: CaptchaFieldProps) {
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

import type { CaptchaState } from './use-captcha.ts';
import styles from './pages.module.css';

/** The captcha's picture; a click loads another. */
export function Captcha({ captcha: { image, isLoading, renew } }: { captcha: CaptchaState }) {
  return (
    <button type="button" className={styles.captchaButton} title="点击更换验证码" onClick={renew}>
      {image ? <img src={image} alt="验证码，点击更换" /> : isLoading ? '加载中' : '点击重新获取'}
    </button>
  );
}

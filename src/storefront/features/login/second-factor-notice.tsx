import { Button } from '#storefront/ui/button.tsx';
import button from '#storefront/ui/button.module.css';
import styles from './login-page.module.css';

/** Sends staff to the back office to set up their second factor; until then they cannot use the storefront. */
export function SecondFactorNotice({ onCancel }: { onCancel: () => void }) {
  return (
    <div className={styles.form}>
      <h1>请先启用双重验证</h1>
      <p>员工须启用双重验证后才能继续。请到管理后台完成设置，完成后再回到这里。</p>
      <a className={`${button.button} ${button.primary} ${button.large} ${button.block}`} href="/admin">
        去管理后台设置
      </a>
      <Button variant="ghost" isBlock onClick={onCancel}>
        换一个账号
      </Button>
    </div>
  );
}

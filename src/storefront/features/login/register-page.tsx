import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { appConfigQuery, configKeys } from '#providers/app-config.ts';
import { Brand } from '#storefront/app/brand.tsx';
import { useResetAccess } from '#storefront/app/access.ts';
import { paths } from '#storefront/app/paths.ts';
import { PageSkeleton } from '#storefront/app/page-skeleton.tsx';
import { ButtonLink } from '#storefront/ui/button.tsx';
import { Note } from '#storefront/ui/note.tsx';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { useCaptcha } from './captcha-query.ts';
import styles from './login-page.module.css';
import { RegisterForm } from './register-form.tsx';

/** Registration of customers, if the shop allows it. */
export function RegisterPage() {
  usePageTitle('注册');
  const [, navigate] = useLocation();
  const resetAccess = useResetAccess();
  const { data, isError, isFetched } = useQuery(appConfigQuery);
  const isAllowed = data?.[configKeys.registration] === 'on';
  const { isReady } = useCaptcha({ enabled: isAllowed });
  const proceed = () => {
    resetAccess();
    navigate(paths.quote, { replace: true });
  };
  if (!isFetched || (isAllowed && !isReady)) return <PageSkeleton />;
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Brand />
        {isAllowed ? (
          <RegisterForm onDone={proceed} />
        ) : (
          <div className={styles.form}>
            <h1>注册</h1>
            <Note tone="warning">
              {isError ? '暂时无法注册，请稍后再试。' : '未开放注册，请联系管理员开通账号。'}
            </Note>
          </div>
        )}
        <ButtonLink to={paths.login()} variant="ghost" isBlock>
          已有账号，去登录
        </ButtonLink>
      </div>
    </main>
  );
}

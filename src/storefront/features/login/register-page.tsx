import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { configKeys, loadAppConfig } from '#providers/app-config.ts';
import { Brand } from '#storefront/app/brand.tsx';
import { useResetAccess } from '#storefront/app/access.ts';
import { paths } from '#storefront/app/paths.ts';
import { ButtonLink } from '#storefront/ui/button.tsx';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import styles from './login-page.module.css';
import { RegisterForm } from './register-form.tsx';

/** Registration of customers, where the shop allows it. */
export function RegisterPage() {
  usePageTitle('注册');
  const [, navigate] = useLocation();
  const resetAccess = useResetAccess();
  const { data, isError } = useQuery({
    queryKey: ['app-config'],
    queryFn: loadAppConfig,
    staleTime: Infinity,
  });
  const goOn = () => {
    resetAccess();
    navigate(paths.quote, { replace: true });
  };
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Brand />
        {data?.[configKeys.registration] === 'on' ? (
          <RegisterForm onDone={goOn} />
        ) : data || isError ? (
          <div className={styles.form}>
            <h1>注册</h1>
            <p className={styles.notice}>
              {isError ? '暂时无法注册，请稍后再试。' : '未开放注册，请联系管理员开通账号。'}
            </p>
          </div>
        ) : (
          <SkeletonGroup>
            <Skeleton height="420px" />
          </SkeletonGroup>
        )}
        <ButtonLink to={paths.login()} variant="ghost" isBlock>
          已有账号，去登录
        </ButtonLink>
      </div>
    </main>
  );
}

import { ButtonLink } from '#storefront/ui/button.tsx';
import { MessagePage } from '#storefront/ui/message-page.tsx';
import { paths } from './paths.ts';

export function NotFoundPage() {
  return (
    <main>
      <MessagePage
        sign="404"
        title="页面不存在"
        actions={
          <ButtonLink to={paths.quote} variant="primary">
            返回首页
          </ButtonLink>
        }
      >
        <p>地址有误，或者内容已被移除。</p>
      </MessagePage>
    </main>
  );
}

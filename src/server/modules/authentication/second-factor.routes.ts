import { secondFactor } from '#contract/people/second-factor.ts';
import { signIns } from '#server/fairness/limits.ts';
import { route, type App } from '#server/http/route.ts';
import {
  beginSetUp,
  confirmSetUp,
  readSecondFactorState,
  removeOwnFactor,
  renewRecoveryCodes,
} from './second-factor.service.ts';
import type { AuthenticationDeps } from './authentication.service.ts';
import { loginWithCode } from './two-step-login.service.ts';

export function secondFactorRoutes(app: App, deps: AuthenticationDeps): void {
  route(
    app,
    secondFactor.login,
    async ({ body, ip, userAgent, now }) => {
      await deps.throttles.loginCode.count({ ip, userAgent, now });
      return loginWithCode(deps, body, { ip, userAgent, now });
    },
    { throttle: deps.throttles.loginCode, semaphore: signIns },
  );
  route(app, secondFactor.state, ({ session }) => readSecondFactorState(deps, session));
  route(app, secondFactor.begin, ({ body, session, now }) => beginSetUp(deps, session, body.password, now));
  route(app, secondFactor.confirm, ({ body, session, now }) => confirmSetUp(deps, session, body, now));
  route(app, secondFactor.renewCodes, ({ body, session, now }) =>
    renewRecoveryCodes(deps, session, body, now),
  );
  route(app, secondFactor.remove, ({ body, session, now }) => removeOwnFactor(deps, session, body, now));
}

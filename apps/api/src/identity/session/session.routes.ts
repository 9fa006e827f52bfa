import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { createCaptcha } from './captcha.ts';
import { createDownloadToken } from './download-token.ts';
import { logout } from './end-session.ts';
import { confirmLogin, login } from './login.ts';
import type { LoginFactors, StartPasswordChange } from './session.ts';
import { type IssueRateAccess, showSession, touchSession } from './session.view.ts';
import type { SignInSecrets } from './sign-in-attempt.ts';

export function sessionRoutes(
  bind: Bind,
  secrets: SignInSecrets,
  admitToRates: IssueRateAccess,
  factors: LoginFactors,
  startPasswordChange: StartPasswordChange,
): void {
  bind.workflow(contract.session.current, showSession(admitToRates));
  bind.workflow(contract.session.login, login(secrets, admitToRates, factors, startPasswordChange));
  bind.workflow(contract.session.confirmLogin, confirmLogin(factors, admitToRates));
  bind.workflow(contract.session.logout, logout);
  bind.workflow(contract.session.captcha, createCaptcha(secrets.captcha));
  bind.verb(contract.session.touch, touchSession);
  bind.workflow(contract.session.createDownloadToken, createDownloadToken);
}

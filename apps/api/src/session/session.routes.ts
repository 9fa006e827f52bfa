import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { makeCaptcha } from './captcha.ts';
import { issueTicket } from './issue-ticket.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import type { SignInSecrets } from './session.ts';
import type { AdmitToRates } from './session.view.ts';
import { showSession } from './show-session.ts';
import { touchSession } from './touch-session.ts';

export function sessionRoutes(bind: Bind, secrets: SignInSecrets, admitToRates: AdmitToRates): void {
  bind.procedure(contract.session.current, showSession(admitToRates));
  bind.procedure(contract.session.login, login(secrets, admitToRates));
  bind.procedure(contract.session.logout, logout);
  bind.procedure(contract.session.captcha, makeCaptcha(secrets.captcha));
  bind.verb(contract.session.touch, touchSession);
  bind.procedure(contract.session.ticket, issueTicket);
}

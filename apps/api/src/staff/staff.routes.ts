import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import type { SignInSecrets } from '../session/session.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { sealingKey } from './seal.ts';
import { showDashboard } from './show-dashboard.ts';
import { showQrcode } from './show-qrcode.ts';
import { showSession } from './show-session.ts';

export function staffRoutes(bind: Bind, secrets: SignInSecrets, pepper: string): void {
  const key = sealingKey(pepper);
  bind.procedure(contract.manage.current, showSession);
  bind.procedure(contract.manage.login, login(secrets, key));
  bind.procedure(contract.manage.logout, logout);
  bind.verb(contract.manage.qrcode, showQrcode(key));
  bind.verb(contract.manage.dashboard, showDashboard);
}

import { contract } from '@larkmere/contract/contract';
import type { SignInSecrets } from '../../identity/session/session.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { StaffFactorSettings } from './factor-settings.ts';
import { listQueue } from './list-queue.ts';
import { login } from './login.ts';
import { confirmStaffLogin } from './login-challenge.ts';
import { logout } from './logout.ts';
import { showDashboard } from './show-dashboard.ts';
import { showEnrolmentQrCode } from './show-qrcode.ts';
import { showSession } from './show-session.ts';

export function staffRoutes(bind: Bind, secrets: SignInSecrets, settings: StaffFactorSettings): void {
  bind.workflow(contract.staff.current, showSession);
  bind.workflow(contract.staff.login, login(secrets, settings));
  bind.workflow(contract.staff.confirmLogin, confirmStaffLogin(settings));
  bind.workflow(contract.staff.logout, logout);
  bind.verb(contract.staff.qrcode, showEnrolmentQrCode(settings.encryptionKey));
  bind.verb(contract.staff.dashboard, showDashboard);
  bind.verb(contract.staff.queue, listQueue);
}

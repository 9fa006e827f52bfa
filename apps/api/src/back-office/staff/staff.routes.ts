import { contract } from '@larkmere/contract/contract';
import type { SignInSecrets } from '../../identity/session/session.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { showEnrolmentQrCode } from './change-factors.ts';
import type { StaffFactorSettings } from './factor-settings.ts';
import { confirmStaffLogin, login } from './login.ts';
import { listQueue, showDashboard } from './show-dashboard.ts';
import { logout, showSession } from './show-session.ts';

export function staffRoutes(bind: Bind, secrets: SignInSecrets, settings: StaffFactorSettings): void {
  bind.workflow(contract.staff.current, showSession);
  bind.workflow(contract.staff.login, login(secrets, settings));
  bind.workflow(contract.staff.confirmLogin, confirmStaffLogin(settings));
  bind.workflow(contract.staff.logout, logout);
  bind.verb(contract.staff.qrcode, showEnrolmentQrCode(settings.encryptionKey));
  bind.verb(contract.staff.dashboard, showDashboard);
  bind.verb(contract.staff.queue, listQueue);
}

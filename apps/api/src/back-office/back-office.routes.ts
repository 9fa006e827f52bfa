import { deriveContactRecoveryKey } from '../customers/contact-recovery/contact-recovery.ts';
import { deriveEmailCodeKey } from '../customers/email-change/email-change.ts';
import { deriveInvitationKey } from '../customers/invitation/invitation.ts';
import { derivePhoneCodeKey } from '../customers/phone-change/phone-change.ts';
import { deriveOneTimePasswordKey } from '../identity/password/password.ts';
import { deriveResetTokenKey } from '../identity/recovery/recovery.ts';
import type { IssueRateAccess, SignInSecrets } from '../identity/session/session.ts';
import type { Bind } from '../platform/http/bind.ts';
import { apiLogRoutes } from './api-log/api-log.routes.ts';
import { auditLogRoutes } from './audit-log/audit-log.routes.ts';
import { cardSettlementRoutes } from './card-settlement/card-settlement.routes.ts';
import { compensationRoutes } from './compensation/compensation.routes.ts';
import { customerCardRoutes } from './customer-card/customer-card.routes.ts';
import { customerCardPaymentRoutes } from './customer-card-payment/customer-card-payment.routes.ts';
import { customerFileRoutes } from './customer-file/customer-file.routes.ts';
import { customerSearchRoutes } from './customer-search/customer-search.routes.ts';
import { ghostConnectRoutes } from './ghost-connect/ghost-connect.routes.ts';
import { personRoutes } from './person/person.routes.ts';
import { rateDeskRoutes } from './rate-desk/rate-desk.routes.ts';
import { reviewRoutes } from './review/review.routes.ts';
import { roleRoutes } from './role/role.routes.ts';
import { serviceBreakerRoutes } from './service-breaker/service-breaker.routes.ts';
import { serviceControlRoutes } from './service-control/service-control.routes.ts';
import { settingRoutes } from './setting/setting.routes.ts';
import { staffRoutes } from './staff/staff.routes.ts';
import { createStaffFactorSettings } from './staff/staff-factor.ts';
import { statusChangeRoutes } from './status-change/status-change.routes.ts';
import { subUserRoutes } from './sub-user/sub-user.routes.ts';
import { visitReviewRoutes } from './visit-review/visit-review.routes.ts';

export function backOfficeRoutes(
  bind: Bind,
  signIn: SignInSecrets,
  { pepper, site }: Readonly<{ pepper: string; site: string }>,
  admitToRates: IssueRateAccess,
  breakerPartners: Parameters<typeof serviceBreakerRoutes>[1],
): void {
  const factors = createStaffFactorSettings(site, pepper);
  staffRoutes(bind, { signIn, factors, pepper });
  apiLogRoutes(bind);
  auditLogRoutes(bind);
  customerSearchRoutes(bind);
  customerFileRoutes(bind);
  customerCardRoutes(bind);
  cardSettlementRoutes(bind);
  customerCardPaymentRoutes(bind);
  statusChangeRoutes(bind);
  const helpKeys = {
    emailCodes: deriveEmailCodeKey(pepper),
    phoneCodes: derivePhoneCodeKey(pepper),
    resetTokens: deriveResetTokenKey(pepper),
    oneTimePasswords: deriveOneTimePasswordKey(pepper),
    invitations: deriveInvitationKey(pepper),
    contactRecovery: deriveContactRecoveryKey(pepper),
  };
  personRoutes(bind, helpKeys);
  subUserRoutes(bind, helpKeys);
  ghostConnectRoutes(bind, { pepper, factors }, admitToRates);
  visitReviewRoutes(bind);
  roleRoutes(bind);
  settingRoutes(bind);
  serviceBreakerRoutes(bind, breakerPartners);
  rateDeskRoutes(bind);
  serviceControlRoutes(bind);
  reviewRoutes(bind);
  compensationRoutes(bind);
}

import { manageApiLog } from '../back-office/api-log/api-log.texts.ts';
import { manageAuditLog } from '../back-office/audit-log/audit-log.texts.ts';
import { manageCardSettlement } from '../back-office/card-settlement/card-settlement.texts.ts';
import { manageCase, manageFactorReset, manageMemberCheck } from '../back-office/customer/case.texts.ts';
import { manageCustomer } from '../back-office/customer/customer.texts.ts';
import { customerCard } from '../back-office/customer-card/customer-card.texts.ts';
import { manageDealingDesk } from '../back-office/dealing-desk/dealing-desk.texts.ts';
import { customerDocument } from '../back-office/document/document.texts.ts';
import { manageFile } from '../back-office/file/file.texts.ts';
import { manageConnect } from '../back-office/ghost-connect/ghost-connect.texts.ts';
import { managePartner } from '../back-office/introducer-partner/introducer-partner.texts.ts';
import { manageHelp } from '../back-office/person/person.texts.ts';
import { manageRateDesk } from '../back-office/rate-desk/rate-desk.texts.ts';
import { manageReview } from '../back-office/review/review.texts.ts';
import { manageRoles } from '../back-office/role/role.texts.ts';
import { manageServiceBreaker } from '../back-office/service-breaker/service-breaker.texts.ts';
import { manageServiceControl } from '../back-office/service-control/service-control.texts.ts';
import { manageSetting } from '../back-office/setting/setting.texts.ts';
import { manageSettingColumns } from '../back-office/setting/setting-columns.texts.ts';
import { staff } from '../back-office/staff/staff.texts.ts';
import { chooseFactor, manageSignIn } from '../back-office/staff-factor/staff-factor.texts.ts';
import { staffInvitation } from '../back-office/staff-member/staff-member.texts.ts';
import { manageAccountStatus } from '../back-office/status-change/status-change.texts.ts';
import { manageSubUser } from '../back-office/sub-user/sub-user.texts.ts';
import { manageVisitReview } from '../back-office/visit-review/visit-review.texts.ts';
import { accountStatus } from '../customers/account-status/account-status.texts.ts';
import { userManagement } from '../customers/user/user.texts.ts';
import { paymentStatus } from '../payments/payment/payment-status.texts.ts';
import { manage } from '../shell/manage/manage.texts.ts';
import { typed } from '../ui/typed.texts.ts';

export const staffMessages = {
  accountStatus,
  manage: { ...manage, ...staff, chooseFactor, invitation: staffInvitation },
  manageAccountStatus,
  manageApiLog,
  manageAuditLog,
  manageCardSettlement,
  manageConnect,
  manageCustomer: {
    ...manageCustomer,
    ...customerCard,
    document: customerDocument,
    partner: managePartner,
    case: manageCase,
    factorReset: manageFactorReset,
    memberCheck: manageMemberCheck,
  },
  manageDealingDesk,
  manageFile,
  manageHelp: { ...manageHelp, subUser: manageSubUser },
  manageReview,
  manageRoles,
  manageServiceBreaker,
  manageServiceControl,
  manageRateDesk,
  manageSetting: { ...manageSetting, column: manageSettingColumns },
  manageSignIn,
  manageVisitReview,
  paymentStatus,
  typed,
  userManagement,
} as const;

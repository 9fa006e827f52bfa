import { accountStatus } from './en/account-status.ts';
import { manage } from './en/manage.ts';
import { manageAccountStatus } from './en/manage-account-status.ts';
import { manageApiLog } from './en/manage-api-log.ts';
import { manageAuditLog } from './en/manage-audit-log.ts';
import { manageCardSettlement } from './en/manage-card-settlement.ts';
import { manageConnect } from './en/manage-connect.ts';
import { manageCustomer } from './en/manage-customer.ts';
import { manageDealingDesk } from './en/manage-dealing-desk.ts';
import { manageFile } from './en/manage-file.ts';
import { manageHelp } from './en/manage-help.ts';
import { manageRateDesk } from './en/manage-rate-desk.ts';
import { manageReview } from './en/manage-review.ts';
import { manageRoles } from './en/manage-roles.ts';
import { manageServiceBreaker } from './en/manage-service-breaker.ts';
import { manageServiceControl } from './en/manage-service-control.ts';
import { manageSetting } from './en/manage-setting.ts';
import { manageSignIn } from './en/manage-sign-in.ts';
import { manageVisitReview } from './en/manage-visit-review.ts';
import { paymentStatus } from './en/payment-status.ts';
import { typed } from './en/typed.ts';
import { userManagement } from './en/user-management.ts';

export const staffMessages = {
  accountStatus,
  manage,
  manageAccountStatus,
  manageApiLog,
  manageAuditLog,
  manageCardSettlement,
  manageConnect,
  manageCustomer,
  manageDealingDesk,
  manageFile,
  manageHelp,
  manageReview,
  manageRoles,
  manageServiceBreaker,
  manageServiceControl,
  manageRateDesk,
  manageSetting,
  manageSignIn,
  manageVisitReview,
  paymentStatus,
  typed,
  userManagement,
} as const;

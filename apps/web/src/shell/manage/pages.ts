import { ApiLogPage } from '../../back-office/api-log/ApiLogPage.tsx';
import { AuditLogPage } from '../../back-office/audit-log/AuditLogPage.tsx';
import { CardSettlementPage } from '../../back-office/card-settlement/CardSettlementPage.tsx';
import { CustomerPage } from '../../back-office/customer/CustomerPage.tsx';
import { CustomerSearchPage } from '../../back-office/customer/CustomerSearchPage.tsx';
import { DealingDeskPage } from '../../back-office/dealing-desk/DealingDeskPage.tsx';
import { GhostConnectPage } from '../../back-office/ghost-connect/GhostConnectPage.tsx';
import { ReviewCasePage } from '../../back-office/review/ReviewCasePage.tsx';
import { ReviewPage } from '../../back-office/review/ReviewPage.tsx';
import { RolesPage } from '../../back-office/role/RolesPage.tsx';
import { ServiceBreakerPage } from '../../back-office/service-breaker/ServiceBreakerPage.tsx';
import { ServiceControlPage } from '../../back-office/service-control/ServiceControlPage.tsx';
import {
  AutoFxSettingPage,
  MarketingSettingPage,
  OffTimeSettingPage,
  PairSettingPage,
  RuleSettingPage,
  SwiftSettingPage,
} from '../../back-office/setting/SettingPage.tsx';
import { ManageDashboardPage } from '../../back-office/staff/ManageDashboardPage.tsx';
import { WorkQueuePage } from '../../back-office/staff/WorkQueuePage.tsx';
import { OwnSignInPage } from '../../back-office/staff-factor/OwnSignInPage.tsx';
import { SubUserPage } from '../../back-office/sub-user/SubUserPage.tsx';

export const managePages = {
  ApiLogPage,
  AuditLogPage,
  AutoFxSettingPage,
  CardSettlementPage,
  CustomerPage,
  CustomerSearchPage,
  DealingDeskPage,
  GhostConnectPage,
  ManageDashboardPage,
  MarketingSettingPage,
  OffTimeSettingPage,
  OwnSignInPage,
  PairSettingPage,
  RuleSettingPage,
  ReviewCasePage,
  ReviewPage,
  RolesPage,
  ServiceBreakerPage,
  ServiceControlPage,
  SubUserPage,
  SwiftSettingPage,
  WorkQueuePage,
};
